import { CURRENT } from '../places.ts'
import type { System } from '../system.ts'

/** The address of the repository that the installed release names; undefined if it names none. */
export function sourceOf(system: System): string | undefined {
  const found = system.entry(`${CURRENT}/trust/source`)
  return found.kind === 'file' ? found.content.trim() : undefined
}
