import { variablesOfPermission } from '#platform/env.ts'

// Handlers read their variables when they are imported. In memory, the values do not matter.
for (const name of Object.values(variablesOfPermission).flat()) process.env[name] ??= `${name} in memory`
