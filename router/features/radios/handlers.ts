import type { Handlers } from '../operation.ts'
import type { radios } from './contract.ts'

export const radioHandlers = (): Handlers<typeof radios> => ({ list: () => [], interfaces: () => ({}) })
