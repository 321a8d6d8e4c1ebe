/** Styles of the button and the window. They are in a shadow root, so the page's styles do not apply to them. */
export const style = `
:host {
  position: fixed;
  right: 16px;
  bottom: 16px;
  z-index: 2147483000;
  font:
    1rem/1.5 system-ui,
    sans-serif;
}
[hidden] {
  display: none !important;
}
.launcher,
.close {
  border: 0;
  font: inherit;
  cursor: pointer;
}
.launcher {
  float: right;
  min-width: 64px;
  min-height: 48px;
  padding: 8px 20px;
  border-radius: 24px;
  background: #14202e;
  color: #fff;
  box-shadow:
    0 0 0 1px #fffdf9,
    0 4px 16px rgb(0 0 0 / 25%);
}
.panel {
  display: flex;
  flex-direction: column;
  overflow: hidden;
  width: min(23rem, calc(100vw - 32px));
  height: min(34rem, calc(100dvh - 112px));
  margin-bottom: 12px;
  border: 1px solid #d9d0c1;
  border-radius: 10px;
  background: #fffdf9;
  box-shadow: 0 8px 32px rgb(0 0 0 / 25%);
}
.close {
  align-self: flex-end;
  min-height: 44px;
  padding: 4px 16px;
  background: none;
  color: #4d5866;
}
:focus-visible {
  outline: 3px solid #9a3b26;
  outline-offset: -3px;
}
iframe {
  flex: 1;
  width: 100%;
  border: 0;
}
/* Chatwoot's window fills screens of up to this width. */
@media (max-width: 667px) {
  .panel {
    position: fixed;
    inset: 0;
    width: auto;
    height: auto;
    margin: 0;
    border: 0;
    border-radius: 0;
  }
}
`
