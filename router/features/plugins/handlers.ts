import type { Handlers } from '../operation.ts'
import { BUILT_IN } from './builtin.ts'
import type { plugins } from './contract.ts'

export const pluginHandlers = (): Handlers<typeof plugins> => ({
  plugins: () => [...BUILT_IN],
  pluginsApi: () => [...BUILT_IN],
})
