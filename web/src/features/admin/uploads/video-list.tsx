import { useMemo } from 'react'
import type { MediaLink } from '#shared/contract/library.ts'
import { deleteMediaLink } from '../api.ts'
import type { LoadedList } from '../components/list-state.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { ItemList } from './item-list.tsx'
import type { FactsOfItem } from './library-facts.ts'
import { useSelection } from './use-selection.ts'
import { VideoRow } from './video-row.tsx'

interface VideoListProps {
  readonly videos: LoadedList<MediaLink>
  readonly facts: ReadonlyMap<string, FactsOfItem>
  readonly factsKnown: boolean
  readonly onChanged: () => void
  readonly onFactsSaved: () => Promise<void>
}

const idOf = ({ id }: MediaLink): string => id

/** The videos, newest first, with the tools to change several together. */
export const VideoList = (props: VideoListProps) => {
  const { videos, facts, onChanged, onFactsSaved } = props
  const ids = useMemo(() => videos.data?.map(({ id }) => id), [videos.data])
  const { selected, setSelected, select } = useSelection(ids)
  const titleOf = (id: string) => {
    const video = videos.data?.find((item) => item.id === id)
    return video?.title ?? video?.url ?? id
  }
  const tools =
    ids && ids.length > 0 ? (
      <BulkActions
        itemKind="video"
        found={ids}
        selected={selected}
        onSelected={setSelected}
        titleOf={titleOf}
        factsKnown={props.factsKnown}
        onChanged={onChanged}
        deleteItem={deleteMediaLink}
        consequence=". They stay on YouTube."
      />
    ) : null
  return (
    <ItemList
      title="YouTube videos"
      emptyText="No YouTube videos yet."
      list={videos}
      tools={tools}
      keyOf={idOf}
    >
      {(link, onEditing) => (
        <VideoRow
          key={link.id}
          link={link}
          facts={facts.get(link.id)}
          selected={selected.has(link.id)}
          onSelect={select}
          onDeleted={onChanged}
          onFactsSaved={onFactsSaved}
          onEditing={onEditing}
        />
      )}
    </ItemList>
  )
}
