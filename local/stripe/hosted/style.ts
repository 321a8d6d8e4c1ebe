/** The style sheet of all hosted pages. */
export const style = `
:root { --ink: #1c2230; --soft: #5b6475; --line: #c9ced8; --paper: #fff; --tint: #f4f5f8; --act: #0b57d0; --bad: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.mode { margin: 0; padding: .5rem 1rem; background: #5b3a00; color: #fff; font-size: .875rem; text-align: center; }
.page { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.narrow { max-width: 32rem; }
h1 { margin: 0 0 .5rem; font-size: 1rem; font-weight: 500; color: var(--soft); }
h2 { margin: 0 0 1rem; font-size: 1.25rem; }
.narrow h1 { margin-bottom: 1rem; font-size: 1.25rem; font-weight: 650; color: inherit; }
.amount { margin: 0; font-size: 2.25rem; font-weight: 650; line-height: 1.15; }
.amount small { font-size: 1rem; font-weight: 400; color: var(--soft); }
.back { display: inline-block; margin-bottom: 1.5rem; padding: .375rem 0; }
a { color: var(--act); }
.items { margin: 1.5rem 0 0; padding: 0; list-style: none; }
.items li, .total { display: flex; justify-content: space-between; gap: 1rem; padding: .625rem 0; }
.total { margin: 0; border-top: 1px solid var(--line); font-weight: 600; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 550; }
input { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid #7b8495; border-radius: .375rem; font: inherit; color: inherit; background: #fff; }
input[readonly] { background: var(--tint); }
input[aria-invalid] { border-color: var(--bad); box-shadow: inset 0 0 0 1px var(--bad); }
:is(a, button, input, summary, .alert):focus-visible { outline: 3px solid #ffbf47; outline-offset: 2px; }
.agree { display: flex; gap: .75rem; align-items: start; margin-top: 1rem; }
.agree input { flex: none; width: 1.25rem; min-height: 1.25rem; margin: 0; }
.agree label { margin: 0; font-weight: 400; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; align-items: start; }
.hint, .small { color: var(--soft); font-size: .875rem; }
.hint { margin: 0 0 .25rem; }
.wrong { margin: .25rem 0 0; color: var(--bad); font-size: .875rem; }
.alert { margin: 0 0 1rem; padding: .75rem 1rem; border-left: 4px solid var(--bad); background: #fdecea; }
.done { margin: 0; padding: .75rem 1rem; border-left: 4px solid #1b7f3b; background: #e9f6ed; }
.items small { color: var(--soft); }
button, .button { display: block; width: 100%; min-height: 3rem; margin-top: 1.5rem; padding: .6875rem 1rem; border: 1px solid var(--act); border-radius: .375rem; background: var(--act); color: #fff; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.plain, .button.plain { margin-top: .75rem; background: #fff; color: var(--act); }
.portal { max-width: 42rem; } .portal h1 { margin: 0; color: inherit; font-size: 1.75rem; font-weight: 650; }
.portal h2 { padding-bottom: .5rem; border-bottom: 1px solid var(--line); font-size: 1rem; }
.cards { margin: 0; padding: 0; list-style: none; } .card p { margin: .25rem 0; } h3 { margin: 0; font-size: 1rem; font-weight: 550; }
.price { font-size: 1.5rem; font-weight: 650; }
.card + .card { margin-top: 1.5rem; } .portal :is(button, .button) { width: auto; max-width: min(18rem, 100%); margin-top: 1rem; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; } th { color: var(--soft); font-size: .875rem; font-weight: 500; }
th, td { padding: .625rem .5rem .625rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; } td a { display: inline-block; min-height: 1.5rem; }
@media (max-width: 48rem) {
  thead { display: none; }
  tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td { padding: 0; border: 0; }
}
details { margin-top: 1.5rem; padding: .75rem 1rem; background: var(--tint); border-radius: .375rem; }
summary { cursor: pointer; }
dl { margin: .75rem 0 0; } dt { font-variant-numeric: tabular-nums; font-weight: 550; } dd { margin: 0 0 .5rem; color: var(--soft); }
@media (min-width: 52rem) { .page.wide { grid-template-columns: 1fr 1fr; gap: 5rem; padding-top: 3rem; } }
`
