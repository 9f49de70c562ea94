import type { Handlers } from '../operation.ts'
import type { alerts } from './contract.ts'

export const alertHandlers = (): Handlers<typeof alerts> => ({
  phones: () => [],
  relay: () => ({ Disabled: true, APNSDomain: '' }),
})
