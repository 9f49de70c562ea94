import type { Facts } from '../../store/facts.ts'
import type { Handlers } from '../operation.ts'
import type { links } from './contract.ts'

export function linkHandlers({ facts }: { readonly facts: Facts }): Handlers<typeof links> {
  return {
    configuration: () => [...facts.interfaces.values()],
  }
}
