import 'react'

declare module 'react' {
  // Invoker commands (https://html.spec.whatwg.org/multipage/form-elements.html#attr-button-command):
  // a button opens and closes a dialog without a script. The attributes are passed on.
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
}
