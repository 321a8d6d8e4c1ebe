import { PageMeta } from '../../../ui/page-meta.tsx'

/** Title and description of the area: of one of its sections, or of all of it while it is not known who asks. */
export const AdminMeta = ({ section }: { section?: string }) => (
  <PageMeta
    title={section === undefined ? 'Admin' : `${section} · Admin`}
    description="For those who run the service."
  />
)
