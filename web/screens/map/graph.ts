import { type Edge, MarkerType, type Node, Position } from '@xyflow/react'
import type { UplinkStatus } from '../../../router/features/wan/status.ts'
import { mapTexts } from '../../texts/map.ts'
import type { Entry } from '../devices/entry.ts'
import type { Box } from './boxes.ts'
import { type Cluster, type Item, standInsOf } from './clusters.ts'
import { type Layout, type Place, TITLE } from './layout.ts'
import { type Home, INTERNET, wayBetween } from './reach.ts'
import { sidesOf } from './sides.ts'
import type { Look, Speck } from './specks.ts'
import type { Tie } from './ties.ts'

export type HubNode = Node<
  { kind: 'internet' | 'uplink' | 'router'; title: string; note: string; isIll: boolean },
  'hub'
>
/** What all boxes stand in. */
export type FrameNode = Node<Record<string, never>, 'frame'>
export type BoxNode = Node<{ box: Box; specks: readonly Speck[] }, 'box'>
export type CardNode = Node<{ entry: Entry; look: Look; isGuest: boolean }, 'card'>
/** What a box is called: above the lines, which run over the box. */
export type TitleNode = Node<{ box: Box }, 'title'>
export type ClusterNode = Node<{ cluster: Cluster; look: Look }, 'cluster'>
export type MapNode = HubNode | FrameNode | BoxNode | TitleNode | CardNode | ClusterNode

export interface Scene {
  readonly home: Home
  readonly drawn: readonly { readonly box: Box; readonly items: readonly Item[] }[]
  readonly layout: Layout
  readonly uplinks: readonly UplinkStatus[]
  /** The identity of the device that was chosen, and how the others stand to it. */
  readonly chosen: string | undefined
  readonly ties: ReadonlyMap<string, Tie>
}

/** More lines than this from one device are drawn to boxes instead of devices: nobody could follow them. */
const MOST_LINES = 60

const ROUTER = 'router'
const HOUSEHOLD = 'household'

const HANDLE = { type: 'source', width: 0, height: 0 } as const

const standing = ({ x, y, width, height }: Place) => ({
  position: { x, y },
  width,
  height,
  measured: { width, height },
  // Where lines begin and end, for those that are not drawn themselves.
  handles: [
    { ...HANDLE, id: 'top', position: Position.Top, x: width / 2, y: 0 },
    { ...HANDLE, id: 'right', position: Position.Right, x: width, y: height / 2 },
    { ...HANDLE, id: 'bottom', position: Position.Bottom, x: width / 2, y: height },
    { ...HANDLE, id: 'left', position: Position.Left, x: 0, y: height / 2 },
  ],
  draggable: false,
  selectable: false,
  // Also in the moment before the map knows that none of its nodes is.
  focusable: false,
})

/** Lines run over the cards that they only pass, and end at those that they are about. */
const LEVEL = { dim: 2, plain: 2, line: 3, tied: 4, chosen: 4 } as const
const levelOf = (look: Look): number => LEVEL[look]

/** From afar boxes draw those who stand in them by themselves, but for the chosen one. */
export function nodesOf(
  { drawn, layout, uplinks, chosen, ties }: Scene,
  { canMove, isFar }: { readonly canMove: boolean; readonly isFar: boolean },
): MapNode[] {
  const works = uplinks.some(({ Up, Active }) => Up && Active)
  const hub = (id: string, place: Place, data: HubNode['data']): HubNode => ({
    id,
    type: 'hub',
    data,
    ...standing(place),
  })
  const nodes: MapNode[] = [
    hub(INTERNET, layout.internet, {
      kind: 'internet',
      title: mapTexts.internet,
      note:
        uplinks.length === 0
          ? mapTexts.noUplink
          : layout.uplinks.length === 0 && uplinks[0]
            ? uplinkNote(uplinks[0])
            : '',
      isIll: !works,
    }),
    hub(ROUTER, layout.router, { kind: 'router', title: mapTexts.router, note: '', isIll: false }),
    { id: HOUSEHOLD, type: 'frame', data: {}, zIndex: -1, ...standing(layout.household) },
  ]
  const lookOf = ({ identity }: Entry): Look =>
    identity === chosen ? 'chosen' : !chosen ? 'plain' : ties.has(identity) ? 'tied' : 'dim'
  for (const [index, place] of layout.uplinks.entries()) {
    const uplink = uplinks[index]
    if (uplink)
      nodes.push(
        hub(`uplink ${uplink.Iface}`, place, {
          kind: 'uplink',
          title: uplink.Iface,
          note: uplinkNote(uplink),
          isIll: !uplink.Up,
        }),
      )
  }
  for (const { box, items } of drawn) {
    const place = layout.boxes.get(box.id)
    if (!place) continue
    const specks: Speck[] = []
    nodes.push({ id: box.id, type: 'box', data: { box, specks }, zIndex: 0, ...standing(place) })
    nodes.push({
      id: `title ${box.id}`,
      type: 'title',
      data: { box },
      zIndex: 2,
      ...standing({ ...place, height: TITLE }),
    })
    for (const item of items) {
      const at = layout.cards.get(item.id)
      if (!at) continue
      if ('cluster' in item) {
        const { id, cluster } = item
        const isTied = cluster.members.some(({ identity }) => ties.has(identity))
        const look = !chosen ? 'plain' : isTied ? 'tied' : 'dim'
        nodes.push({ id, type: 'cluster', data: { cluster, look }, zIndex: levelOf(look), ...standing(at) })
        continue
      }
      const { id, entry, isGuest } = item
      const data = { entry, look: lookOf(entry), isGuest }
      const hidden = isFar && data.look !== 'chosen'
      if (hidden) specks.push({ ...data, x: at.x - place.x, y: at.y - place.y })
      const zIndex = levelOf(data.look)
      nodes.push({ id, type: 'card', data, zIndex, ...standing(at), draggable: canMove && !isGuest, hidden })
    }
  }
  return nodes
}

export const uplinkNote = ({ Up, Active, LatencyMs }: UplinkStatus): string => {
  if (!Up) return mapTexts.down
  return Active ? mapTexts.up(LatencyMs) : mapTexts.spare
}

export function edgesOf(scene: Scene): Edge[] {
  return [...trunk(scene), ...(scene.chosen === undefined ? settled(scene) : tied(scene, scene.chosen))]
}

/** From the internet over the uplinks to the router, and from there into the home. */
function trunk({ layout, uplinks, ties }: Scene): Edge[] {
  const strong = ties.has(INTERNET) ? ' strong' : ''
  const line = (source: string, target: string, className: string): Edge => ({
    id: `${source} - ${target}`,
    source,
    target,
    sourceHandle: 'bottom',
    targetHandle: 'top',
    className,
    focusable: false,
    zIndex: 0,
  })
  const lookOf = ({ Up, Active }: UplinkStatus): string =>
    Up ? (Active ? `trunk${strong}` : 'trunk away') : 'trunk shut'
  const out = uplinks.slice(0, layout.uplinks.length).flatMap((uplink) => {
    const [id, look] = [`uplink ${uplink.Iface}`, lookOf(uplink)]
    return [line(INTERNET, id, look), line(id, ROUTER, look)]
  })
  if (out.length === 0) out.push(line(INTERNET, ROUTER, uplinks[0] ? lookOf(uplinks[0]) : 'trunk shut'))
  return [...out, line(ROUTER, HOUSEHOLD, 'trunk')]
}

/** What rules open between devices: a box does not show it. */
function settled(scene: Scene): Edge[] {
  const { home } = scene
  const { entries, endpoints } = home
  const tags = new Set(endpoints.flatMap(({ Disabled, Tags }) => (Disabled ? [] : Tags)))
  const senders = entries.filter(({ device }) => device.DeviceTags.some((tag) => tags.has(tag)))
  const ways = senders.flatMap((from) =>
    entries.flatMap((to) => {
      const way = wayBetween(from, to, home)
      return way?.reason.by === 'endpoint' ? [arrow(scene, way.from, way.to, { state: 'rule' })] : []
    }),
  )
  return once(ways).slice(0, MOST_LINES)
}

/** From the chosen device to everybody who reaches it or whom it reaches. */
function tied(scene: Scene, chosen: string): Edge[] {
  const { drawn, ties } = scene
  const others = [...ties].filter(([other]) => other !== INTERNET)
  const lines = [...ties].flatMap(([other, { reaches, isReached, state }]) => {
    if (other !== INTERNET && others.length > MOST_LINES) return []
    const target = other === INTERNET ? ROUTER : other
    const ends = reaches && isReached ? 'both' : reaches ? 'target' : 'source'
    return [arrow(scene, chosen, target, { state, ends })]
  })
  if (others.length <= MOST_LINES) return once(lines)
  const reached = drawn.filter(({ box: { members } }) => members.some(({ identity }) => ties.has(identity)))
  return [...lines, ...reached.map(({ box }) => arrow(scene, chosen, box.id, { state: 'open' }))]
}

/** The colours of the lines; Picture.module.css draws each of them in a way of its own too. */
const INK = {
  open: 'var(--online)',
  asking: 'var(--quiet)',
  away: 'var(--quiet)',
  shut: 'var(--alarm)',
  rule: 'var(--mantine-color-anchor)',
}

interface Line {
  readonly state: keyof typeof INK
  readonly ends?: 'target' | 'source' | 'both' | 'none'
}

/** Several devices of one cluster have one line. */
const once = (lines: readonly Edge[]): Edge[] => [...new Map(lines.map((line) => [line.id, line])).values()]

const placeOf = ({ cards, boxes, router }: Layout, id: string): Place => cards.get(id) ?? boxes.get(id) ?? router

function arrow({ layout, drawn }: Scene, from: string, to: string, { state, ends = 'target' }: Line): Edge {
  const standIns = standInsOf(drawn)
  const [source, target] = [standIns.get(from) ?? from, standIns.get(to) ?? to]
  const sides = sidesOf(placeOf(layout, source), placeOf(layout, target))
  const marker = {
    type: MarkerType.ArrowClosed,
    width: 16,
    height: 16,
    markerUnits: 'userSpaceOnUse',
    color: INK[state],
  }
  return {
    id: `${source} > ${target}`,
    source,
    target,
    sourceHandle: sides.from,
    targetHandle: sides.to,
    // Around what stands between two of a column.
    ...(sides.from === sides.to && { type: 'smoothstep', pathOptions: { offset: 22, borderRadius: 8 } }),
    className: `way ${state}`,
    focusable: false,
    zIndex: LEVEL.line,
    ...((ends === 'target' || ends === 'both') && { markerEnd: marker }),
    ...((ends === 'source' || ends === 'both') && { markerStart: marker }),
  }
}
