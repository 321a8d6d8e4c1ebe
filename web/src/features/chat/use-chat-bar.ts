import { useEffect, useRef, type RefObject } from 'react'

/**
 * Makes room for the clock above the chat window, which fills the screen of a phone. Sets `data-chat-bar` and
 * `--chat-bar`, the height of the clock, on the page; chat.module.css moves the providers' windows below it.
 */
export const useChatBar = (isChatOpen: boolean): RefObject<HTMLDivElement | null> => {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = bar
    if (!isChatOpen || current === null) return
    const page = document.documentElement
    const update = () => page.style.setProperty('--chat-bar', `${current.offsetHeight}px`)
    page.dataset['chatBar'] = ''
    update()
    const observer = new ResizeObserver(update)
    observer.observe(current)
    return () => {
      observer.disconnect()
      delete page.dataset['chatBar']
      page.style.removeProperty('--chat-bar')
    }
  }, [isChatOpen])
  return bar
}
