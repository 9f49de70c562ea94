import { type Edge, MarkerType } from '@xyflow/react'
import type { UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import { standInsOf } from './clusters.ts'
import { HOUSEHOLD, LEVEL, ROUTER, type Scene } from './graph.ts'
import { type Home, INTERNET, wayBetween, wayFromSite, wayToSite } from './reach.ts'
import { type Point, routesOf } from './routes.ts'
import { isUp, siteId, siteNameOf } from './sites.ts'

/** A line with corners, in the units of the layout. */
export type RoutedEdge = Edge<{ readonly points: readonly Point[] }, 'routed'>

/** More lines than this from one device are drawn to boxes instead of devices. */
const MOST_LINES = 60

export const edgesOf = (scene: Scene): Edge[] => [
  ...trunk(scene),
  ...routed(scene, scene.chosen === undefined ? settled(scene) : tied(scene, scene.chosen)),
]

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

/** The colours of the lines; in MapDiagram.module.css they also differ in width and dashes. */
const INK = {
  open: 'var(--online)',
  asking: 'var(--quiet)',
  away: 'var(--quiet)',
  shut: 'var(--alarm)',
  rule: 'var(--mantine-color-anchor)',
}

/** Two devices (or a device and a box, a site, or the router), and on which ends the line has an arrow. */
interface Line {
  readonly from: string
  readonly to: string
  readonly state: keyof typeof INK
  readonly ends: 'target' | 'source' | 'both'
}

/** Connections with other homes, and those that firewall rules permit between devices: the boxes do not show them. */
const settled = ({ home }: Scene): Line[] => [...bySites(home), ...byRules(home)].slice(0, MOST_LINES)

const bySites = ({ entries, sites }: Home): Line[] =>
  sites.flatMap((site) =>
    entries.flatMap((entry): Line[] => {
      const [uses, isUsed] = [wayToSite(entry, site) !== undefined, wayFromSite(site, entry) !== undefined]
      if (!uses && !isUsed) return []
      const ends = uses && isUsed ? 'both' : uses ? 'target' : 'source'
      return [{ from: entry.identity, to: siteId(site), state: isUp(site) ? 'rule' : 'away', ends }]
    }),
  )

function byRules(home: Home): Line[] {
  const { entries, endpoints } = home
  const tags = new Set(endpoints.flatMap(({ Disabled, Tags }) => (Disabled ? [] : Tags)))
  const senders = entries.filter(({ device }) => device.DeviceTags.some((tag) => tags.has(tag)))
  return senders.flatMap((from) =>
    entries.flatMap((to): Line[] => {
      const way = wayBetween(from, to, home)
      return way?.reason.by === 'endpoint' ? [{ from: way.from, to: way.to, state: 'rule', ends: 'target' }] : []
    }),
  )
}

/** From the chosen device to all devices and sites that it reaches or that reach it. */
function tied({ drawn, ties }: Scene, chosen: string): Line[] {
  const isDevice = (other: string): boolean => other !== INTERNET && siteNameOf(other) === undefined
  const others = [...ties].filter(([other]) => isDevice(other))
  const isCrowded = others.length > MOST_LINES
  const lines = [...ties].flatMap(([other, { reaches, isReached, state }]): Line[] => {
    if (isDevice(other) && isCrowded) return []
    const to = other === INTERNET ? ROUTER : other
    return [{ from: chosen, to, state, ends: reaches && isReached ? 'both' : reaches ? 'target' : 'source' }]
  })
  if (!isCrowded) return lines
  const reached = drawn.filter(({ box: { members } }) => members.some(({ identity }) => ties.has(identity)))
  return [...lines, ...reached.map(({ box }): Line => ({ from: chosen, to: box.id, state: 'open', ends: 'target' }))]
}

/** Lines around all cards. Several devices of one cluster share one line. */
function routed({ layout, drawn }: Scene, lines: readonly Line[]): RoutedEdge[] {
  const standIns = standInsOf(drawn)
  const drawnAt = (id: string): string => standIns.get(id) ?? id
  const byEnds = new Map(
    lines.map((line) => {
      const [from, to] = [drawnAt(line.from), drawnAt(line.to)]
      return [`${from} > ${to}`, { ...line, from, to }]
    }),
  )
  const routes = routesOf(layout, [...byEnds.values()])
  return [...byEnds].flatMap(([id, line], index) => {
    const points = routes[index]
    return points ? [edge(id, line, points)] : []
  })
}

function edge(id: string, { from, to, state, ends }: Line, points: readonly Point[]): RoutedEdge {
  const marker = {
    type: MarkerType.ArrowClosed,
    width: 18,
    height: 18,
    markerUnits: 'userSpaceOnUse',
    color: INK[state],
  }
  return {
    id,
    type: 'routed',
    source: from,
    target: to,
    sourceHandle: 'right',
    targetHandle: 'left',
    data: { points },
    className: `way ${state}`,
    focusable: false,
    zIndex: LEVEL.line,
    ...(ends !== 'source' && { markerEnd: marker }),
    ...(ends !== 'target' && { markerStart: marker }),
  }
}
