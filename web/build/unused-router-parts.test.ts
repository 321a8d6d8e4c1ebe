import { expect, test } from 'vitest'
import { withoutSideEffects } from './unused-router-parts.ts'

test('components of the router can be left out, and everything else stays', () => {
  const code = `var NavLink = React10.forwardRef(
  function NavLinkWithRef() {}
);
NavLink.displayName = "NavLink";
var names = Object.keys(NavLink);
`
  expect(withoutSideEffects(code)).toBe(`var NavLink = /* @__PURE__ */ React10.forwardRef(
  function NavLinkWithRef() {}
);

var names = Object.keys(NavLink);
`)
})
