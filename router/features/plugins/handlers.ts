import type { Facts } from '../../store/facts.ts'
import type { Handlers } from '../operation.ts'
import { builtInPlugins } from './builtin.ts'
import type { plugins } from './contract.ts'

export function pluginHandlers({ facts }: { readonly facts: Facts }): Handlers<typeof plugins> {
  const list = () => builtInPlugins(facts.setting('dyndns').Provider !== '')
  return { plugins: list, pluginsApi: list }
}
