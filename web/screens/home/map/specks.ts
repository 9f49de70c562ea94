import { isDisabled } from '../../../../router/model/home/devices/device.ts'
import { type Colour, colourOf } from '../devices/appearance.ts'
import { isConnected, type ShownDevice } from '../devices/entry.ts'
import { CARD } from './layout.ts'

/** Whether a device is chosen, connected to the chosen one, or neither. */
export type Look = 'plain' | 'chosen' | 'tied' | 'dim'

/** A device at a scale at which its name is too small to be read. */
export interface Speck {
  readonly entry: ShownDevice
  readonly look: Look
  readonly isGuest: boolean
  /** Of its card, from the corner of its box. */
  readonly x: number
  readonly y: number
}

/** Devices that look the same, as the paths that draw the parts of all their cards. */
export interface Specks {
  readonly key: string
  readonly look: Look
  readonly status: ShownDevice['status']
  readonly colour: Colour | undefined
  readonly isGuest: boolean
  readonly plates: string
  readonly pictures: string
  readonly names: string
  readonly dots: string
  readonly marks: string
}

const INSET = 8
const PICTURE = 32
const DOT = { x: 34, y: 36, radius: 5 }
const NAME = { x: 50, letter: 7, height: 6 }
const STRUCK = 2
const MARK = { size: 13, step: 19 }

/** A few elements in place of a thousand cards: who is there and how, and what they may do. */
export function specksOf(specks: readonly Speck[]): Specks[] {
  const alike = Map.groupBy(
    specks,
    ({ look, isGuest, entry }) => `${look} ${entry.status} ${isGuest} ${colourOf(entry.device.Style.Color) ?? ''}`,
  )
  return [...alike].map(([key, same]) => {
    const [{ look, isGuest, entry }] = same as [Speck]
    const draw = (path: (speck: Speck) => string): string => same.map(path).join('')
    return {
      key,
      look,
      status: entry.status,
      colour: colourOf(entry.device.Style.Color),
      isGuest,
      plates: draw(({ x, y }) => bar(x, y, CARD.width, CARD.height)),
      pictures: draw(({ x, y }) => bar(x + INSET, y + (CARD.height - PICTURE) / 2, PICTURE, PICTURE)),
      names: draw(name),
      dots: isConnected(entry) ? draw(({ x, y }) => disc(x + DOT.x, y + DOT.y, DOT.radius)) : '',
      marks: draw(marks),
    }
  })
}

const bar = (x: number, y: number, width: number, height: number): string => `M${x} ${y}h${width}v${height}h${-width}z`

const disc = (x: number, y: number, radius: number): string =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 1 ${2 * radius} 0a${radius} ${radius} 0 1 1 ${-2 * radius} 0z`

/** A bar in place of a name, of the length of its text; that of a disabled device is as thin as a strikethrough. */
function name(speck: Speck): string {
  const { entry, x, y } = speck
  const room = CARD.width - NAME.x - INSET - MARK.step * mayOf(speck).length
  const height = isDisabled(entry.device) ? STRUCK : NAME.height
  return bar(x + NAME.x, y + (CARD.height - height) / 2, Math.min(room, NAME.letter * entry.name.length), height)
}

/** What a card shows with a picture: a house for all the home, a globe for the internet. */
const mayOf = ({ entry: { device } }: Speck): ('lan' | 'wan')[] =>
  isDisabled(device) ? [] : (['lan', 'wan'] as const).filter((policy) => device.Policies.includes(policy))

function marks(speck: Speck): string {
  const may = mayOf(speck)
  const y = speck.y + CARD.height / 2
  return may
    .map((policy, index) => {
      const x = speck.x + CARD.width - INSET - MARK.step * (may.length - index) + MARK.size / 2
      const half = MARK.size / 2
      return policy === 'wan'
        ? disc(x, y, half)
        : `M${x - half} ${y}l${half} ${-half}l${half} ${half}v${half}h${-MARK.size}z`
    })
    .join('')
}
