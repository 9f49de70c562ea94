import type { Frame } from '../../compiler/network.ts'
import { arrivalChains, balanceChains } from './arrival.ts'
import { forwardChains } from './forward.ts'
import { inputChains } from './input.ts'
import { limitChains } from './limits.ts'
import type { Chain } from './match.ts'
import { pageChains } from './pages.ts'
import { translateChains } from './translate.ts'

/** Our table. Nothing of ours is anywhere else, and nothing else is in it. */
export const TABLE_NAME = 'sallyport'
export const TABLE = `inet ${TABLE_NAME}`

/**
 * The chains, by name. A packet's way: `arrival` asks who sent it before connections are even tracked; `forward` and
 * `input` first let through what belongs to a connection already admitted, and then ask the maps. What nothing admits is
 * dropped. Per packet it is a look-up or two, however many devices and rules there are.
 *
 * The kernel's flow tables are not used: a packet that takes that way is neither held against who sent it nor counted, and
 * goes on for a while after its permission was taken.
 */
export const chains = (frame: Frame): Chain[] => [
  ...arrivalChains(frame),
  ...balanceChains(frame),
  ...forwardChains(frame),
  ...inputChains(frame),
  ...pageChains(frame),
  ...limitChains(frame),
  ...translateChains(frame),
]
