import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDevice } from '../../../../router/model/home/devices/device.ts'
import type { ShownDevice } from '../devices/entry.ts'
import { boxesOf } from './boxes.ts'
import { itemsOf } from './clusters.ts'
import { layOut } from './layout.ts'
import { edgesOf } from './lines.ts'
import { waysFrom, waysTo } from './reach.ts'
import type { MapSite } from './sites.ts'
import { answerOf, tiesOf } from './ties.ts'

const entry = (name: string, Groups: string[]): ShownDevice => ({
  identity: name,
  name,
  status: 'online',
  device: { ...emptyDevice(), Name: name, RecentIP: '192.168.2.6', Groups },
})
const [laptop, printer, tv] = [entry('laptop', ['family']), entry('printer', ['shared']), entry('tv', [])]

/** The lines to and from another home, with the ends that have an arrow. */
function linesOf(State: MapSite['State'], chosen?: ShownDevice): string[] {
  const select = (Groups: string[]) => ({ Devices: [], Groups, Tags: [] })
  const cabin = {
    Name: 'cabin',
    State,
    Users: select(['family']),
    Shared: select(['shared']),
    Networks: ['10.9.0.0/24'],
  }
  const home = { entries: [laptop, printer, tv], groups: [], endpoints: [], radios: new Set<string>(), sites: [cabin] }
  const drawn = boxesOf(home, 'link').map((box) => ({
    ...{ box, id: box.id },
    items: itemsOf(box, { isCrowded: false, opened: new Set(), chosen: undefined }),
  }))
  const [from, to] = chosen ? [waysFrom(chosen, home), waysTo(chosen, home)] : [[], []]
  const answers = new Map([...from, ...to].map((way) => [`${way.from} ${way.to} cabin`, answerOf(true, undefined)]))
  const ties = tiesOf(from, to, answers)
  const scene = { home, drawn, layout: layOut(drawn, 0, 900), uplinks: [], chosen: chosen?.identity, ties }
  return edgesOf(scene)
    .filter(({ type }) => type === 'routed')
    .map(({ source, target, className, markerStart, markerEnd }) =>
      [className, ...(markerStart ? [`to ${source}`] : []), ...(markerEnd ? [`to ${target}`] : [])].join(' '),
    )
}

test('lines join another home with the devices that may use it or are shared with it', () => {
  assert.deepEqual(linesOf('up'), ['way rule to site cabin', 'way rule to printer'])
  assert.deepEqual(linesOf('down'), ['way away to site cabin', 'way away to printer'])
  assert.deepEqual(linesOf('off'), [])
})

test('a chosen device has its own line to another home only', () => {
  assert.deepEqual(linesOf('up', laptop), ['way asking to site cabin'])
  assert.deepEqual(linesOf('up', printer), ['way asking to printer'])
  assert.deepEqual(linesOf('up', tv), [])
})
