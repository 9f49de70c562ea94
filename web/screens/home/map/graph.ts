import { type Node, Position } from '@xyflow/react'
import type { UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import { mapTexts } from '../../../texts/home/map.ts'
import type { ShownDevice } from '../devices/entry.ts'
import type { MapBox } from './boxes.ts'
import type { BoxItem, Cluster } from './clusters.ts'
import { type Layout, type MapRectangle, TITLE } from './layout.ts'
import { type Home, INTERNET } from './reach.ts'
import type { MapSite } from './sites.ts'
import type { Look, Speck } from './specks.ts'
import type { Tie } from './ties.ts'

export type HubNode = Node<
  { kind: 'internet' | 'uplink' | 'router'; title: string; note: string; isIll: boolean },
  'hub'
>
/** The frame around all boxes. */
export type FrameNode = Node<Record<string, never>, 'frame'>
export type BoxNode = Node<{ box: MapBox; specks: readonly Speck[] }, 'box'>
export type CardNode = Node<{ entry: ShownDevice; look: Look; isGuest: boolean }, 'card'>
/** What a box is called: above the lines, which run over the box. */
export type TitleNode = Node<{ box: MapBox }, 'title'>
export type ClusterNode = Node<{ cluster: Cluster; look: Look }, 'cluster'>
export type SiteNode = Node<{ site: MapSite; look: Look }, 'site'>
export type MapNode = HubNode | FrameNode | BoxNode | TitleNode | CardNode | ClusterNode | SiteNode

export interface Scene {
  readonly home: Home
  readonly drawn: readonly { readonly box: MapBox; readonly items: readonly BoxItem[] }[]
  readonly layout: Layout
  readonly uplinks: readonly UplinkStatus[]
  /** The identity of the device that was chosen, and its connections to the others. */
  readonly chosen: string | undefined
  readonly ties: ReadonlyMap<string, Tie>
}

export const ROUTER = 'router'
export const HOUSEHOLD = 'household'

const HANDLE = { type: 'source', width: 0, height: 0 } as const

const fixedAt = ({ x, y, width, height }: MapRectangle) => ({
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
  // Also in the first render, before the map has applied its own settings.
  focusable: false,
})

/** Boxes are drawn first, then lines, then cards and the names of boxes. */
export const LEVEL = { box: 0, line: 1, card: 2 } as const

/** At small scales, boxes draw their devices themselves, except for the chosen one. */
export function nodesOf(
  { drawn, layout, uplinks, chosen, ties }: Scene,
  { canMove, isFar }: { readonly canMove: boolean; readonly isFar: boolean },
): MapNode[] {
  const works = uplinks.some(({ Up, Active }) => Up && Active)
  const hub = (id: string, place: MapRectangle, data: HubNode['data']): HubNode => ({
    id,
    type: 'hub',
    data,
    ...fixedAt(place),
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
    { id: HOUSEHOLD, type: 'frame', data: {}, zIndex: -1, ...fixedAt(layout.household) },
  ]
  const lookOf = (id: string): Look => (id === chosen ? 'chosen' : !chosen ? 'plain' : ties.has(id) ? 'tied' : 'dim')
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
    nodes.push({ id: box.id, type: 'box', data: { box, specks }, zIndex: LEVEL.box, ...fixedAt(place) })
    nodes.push({
      id: `title ${box.id}`,
      type: 'title',
      data: { box },
      zIndex: LEVEL.card,
      ...fixedAt({ ...place, height: TITLE }),
    })
    for (const item of items) {
      const at = layout.cards.get(item.id)
      if (!at) continue
      if ('cluster' in item) {
        const { id, cluster } = item
        const isTied = cluster.members.some(({ identity }) => ties.has(identity))
        const look = !chosen ? 'plain' : isTied ? 'tied' : 'dim'
        nodes.push({ id, type: 'cluster', data: { cluster, look }, zIndex: LEVEL.card, ...fixedAt(at) })
        continue
      }
      if ('site' in item) {
        const { id, site } = item
        nodes.push({ id, type: 'site', data: { site, look: lookOf(id) }, zIndex: LEVEL.card, ...fixedAt(at) })
        continue
      }
      const { id, entry, isGuest } = item
      const data = { entry, look: lookOf(entry.identity), isGuest }
      const hidden = isFar && data.look !== 'chosen'
      if (hidden) specks.push({ ...data, x: at.x - place.x, y: at.y - place.y })
      nodes.push({
        id,
        type: 'card',
        data,
        zIndex: LEVEL.card,
        ...fixedAt(at),
        draggable: canMove && !isGuest,
        hidden,
      })
    }
  }
  return nodes
}

export const uplinkNote = ({ Up, Active, LatencyMs }: UplinkStatus): string => {
  if (!Up) return mapTexts.down
  return Active ? mapTexts.up(LatencyMs) : mapTexts.spare
}
