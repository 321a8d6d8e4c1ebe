import { brand } from '#shared/values/brand.ts'
import { Alert } from '#web/ui/alert.tsx'

/** Explains a prerendered form to a visitor without JavaScript. `toDo` completes 'You need JavaScript to …'. */
export const FormNeedsScript = ({ toDo }: { readonly toDo: string }) => (
  <noscript>
    <Alert kind="warning" title={`You need JavaScript to ${toDo}`}>
      Please switch it on in your browser. If you need help, email {brand.supportEmail}.
    </Alert>
  </noscript>
)
