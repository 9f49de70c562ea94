import { useElementSize, useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { devices } from '../../../../router/model/home/devices/contract.ts'
import { wan } from '../../../../router/model/internet/uplinks/contract.ts'
import type { UplinkStatus } from '../../../../router/model/internet/uplinks/status.ts'
import { may } from '../../../client/may.ts'
import { query } from '../../../client/query.ts'
import { mapTexts } from '../../../texts/home/map.ts'
import { boxesOf, groupsAfterMove, type MapGrouping } from './boxes.ts'
import { ChosenDevice } from './ChosenDevice.tsx'
import { CROWD, itemsOf } from './clusters.ts'
import type { Scene } from './graph.ts'
import { LEAST_ROOM, layOut, READABLE } from './layout.ts'
import { MapDiagram } from './MapDiagram.tsx'
import { MapList } from './MapList.tsx'
import styles from './MapScreen.module.css'
import { type Home, waysFrom, waysTo } from './reach.ts'
import { tiesOf } from './ties.ts'
import { useAnswers } from './useAnswers.ts'
import type { Mover } from './useMove.ts'

interface NetworkMapProps {
  home: Home
  order: MapGrouping
  chosen: string | undefined
  onChoose: (identity: string | undefined) => void
  move: Mover
}

const noUplinks: readonly UplinkStatus[] = []
/** Homes of more devices are laid out for the smallest scale that can be read, others for a larger one. */
const SMALL_HOME = { devices: 12, scale: 0.9 }
/** A map that gets wider or narrower by less keeps its position. */
const STEP = 100

/** The map, and beside it what it shows in words. */
export function NetworkMap({ home, order, chosen, onChoose, move }: NetworkMapProps) {
  const { ref, width } = useElementSize()
  const navigate = useNavigate()
  // With a finger one moves the map, and would move a device by mistake.
  const canMove = useMediaQuery('(pointer: fine)', true) && order === 'group' && may(devices.update)
  const uplinks = useQuery(query(wan.status)).data ?? noUplinks
  const scale = home.entries.length > SMALL_HOME.devices ? READABLE : SMALL_HOME.scale
  const room = Math.max(LEAST_ROOM, width / scale)
  const entry = home.entries.find(({ identity }) => identity === chosen)

  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { boxes, drawn, layout } = useMemo(() => {
    const all = boxesOf(home, order)
    const isCrowded = home.entries.length > CROWD
    const drawn = all.map((box) => ({ box, id: box.id, items: itemsOf(box, { isCrowded, opened, chosen }) }))
    return { boxes: all, drawn, layout: layOut(drawn, uplinks.length > 1 ? uplinks.length : 0, room) }
  }, [home, order, uplinks.length, room, opened, chosen])
  const { from, to } = useMemo(
    () => (entry ? { from: waysFrom(entry, home), to: waysTo(entry, home) } : { from: [], to: [] }),
    [entry, home],
  )
  const answers = useAnswers([...from, ...to], home)
  const scene: Scene = useMemo(
    () => ({ home, drawn, layout, uplinks, chosen: entry?.identity, ties: tiesOf(from, to, answers) }),
    [home, drawn, layout, uplinks, entry, from, to, answers],
  )
  const drop = (identity: string, boxId: string) => {
    const moved = home.entries.find((one) => one.identity === identity)
    const before = boxes.find(({ members }) => members.some((one) => one.identity === identity))
    const after = boxes.find(({ id }) => id === boxId)
    const groups = moved && before && after && groupsAfterMove(moved, before, after)
    if (groups) move.make(moved, groups)
  }
  return (
    <div className={styles.network}>
      <div ref={ref} className={styles.map}>
        {width > 0 && (
          <MapDiagram
            key={`${order} ${Math.floor(room / STEP)}`}
            scene={scene}
            canMove={canMove}
            onChoose={onChoose}
            onMove={drop}
            onToggle={(cluster) => setOpened((was) => was.symmetricDifference(new Set([cluster])))}
            onOpen={(hub) => void navigate({ to: hub === 'router' ? '/admin/system' : '/admin/links' })}
            onOpenSite={(name) => void navigate({ to: '/admin/vpn/site', search: { name } })}
          />
        )}
      </div>
      <aside className={styles.beside} aria-label={mapTexts.beside}>
        {entry ? (
          <ChosenDevice
            key={entry.identity}
            entry={entry}
            home={home}
            from={from}
            to={to}
            answers={answers}
            onChoose={onChoose}
            onGroups={(groups) => move.make(entry, groups)}
          />
        ) : (
          <MapList home={home} boxes={boxes} uplinks={uplinks} canMove={canMove} onChoose={onChoose} />
        )}
      </aside>
    </div>
  )
}
