import type { Handlers } from '../operation.ts'
import type { plugins } from './contract.ts'

export const pluginHandlers = (): Handlers<typeof plugins> => ({ plugins: () => [], pluginsApi: () => [] })
