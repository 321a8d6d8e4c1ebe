import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { embedUrl, videoIdOf } from '#shared/rules/youtube.ts'
import { messageOf } from '#web/lib/message-of.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { addMediaLink } from '../api.ts'
import { focusFirstField } from '../focus-first-field.ts'
import styles from './uploads.module.css'

const invalid = { title: 'Invalid YouTube URL', description: 'Please paste a valid YouTube link.' }

const known = 'This video is already in the library.'

const outcomeToasts = {
  added: { title: 'Video added' },
  title_updated: { title: `${known} Its title was updated.` },
  unchanged: { title: known },
}

/** Adds a video and shows the outcome in a toast. Returns whether the library has it now. */
const addVideo = async (url: string, title: string): Promise<boolean> => {
  try {
    const { outcome } = await addMediaLink(url, title)
    toast(outcomeToasts[outcome])
    return true
  } catch (failure) {
    toast({ title: 'Could not add video', description: messageOf(failure), variant: 'destructive' })
    return false
  }
}

/** Adds a video by its link, with a preview. */
export const VideoForm = ({ onAdded }: { onAdded: () => void }) => {
  const [url, setUrl] = useState('')
  const [title, setTitle] = useState('')
  const [blurred, setBlurred] = useState(false)
  const [busy, setBusy] = useState(false)
  const videoId = videoIdOf(url)
  const isInvalid = url.trim() !== '' && videoId === undefined
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    const added = await addVideo(url, title)
    setBusy(false)
    if (!added) return
    setUrl('')
    setTitle('')
    setBlurred(false)
    focusFirstField(form)
    onAdded()
  }
  // The disabled button also blocks Enter. This shows why.
  const explain = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' || !isInvalid) return
    setBlurred(true)
    toast({ ...invalid, variant: 'destructive' })
  }
  return (
    <Card title="Add a YouTube video">
      <Form busy={busy} className={styles.form} onSubmit={(event) => void add(event)}>
        <TextField
          label="YouTube link"
          inputMode="url"
          autoComplete="off"
          placeholder="https://www.youtube.com/watch?v=…"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          onBlur={() => setBlurred(true)}
          onKeyDown={explain}
          error={isInvalid && blurred ? `${invalid.title}. ${invalid.description}` : undefined}
        />
        <TextField
          label="Title"
          hint="Optional"
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        {videoId === undefined ? null : <Preview videoId={videoId} />}
        <div className={styles.actions}>
          <Button type="submit" disabled={videoId === undefined} loading={busy}>
            Add video
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const Preview = ({ videoId }: { videoId: string }) => (
  <figure>
    <figcaption className={styles.quiet}>Preview</figcaption>
    <div className={styles.preview}>
      <iframe
        src={embedUrl(videoId)}
        title="Preview of the video"
        allow="fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    </div>
  </figure>
)
