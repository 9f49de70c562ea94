import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Span } from '../../../parts/charts/series.ts'
import { fitted, RANGES, type TrafficRange, type TrafficView } from './searchParams.ts'
import { joinedSlices, type Slice, slicesWithin, type TrafficArea } from './slice.ts'
import { useLive } from './useLive.ts'
import { useMinutes } from './useMinutes.ts'

const NONE: readonly Slice[] = []

/** The selected range and area, and their data. */
export function useView() {
  const { range = 'live', area = 'wan' }: TrafficView = useSearch({ strict: false })
  const navigate = useNavigate()
  const [marked, setMarked] = useState<Span>()
  const isLive = range === 'live'
  const live = useLive(area, { enabled: isLive })
  const minutes = useMinutes(area)
  const to = (isLive ? live.data?.newest.at : minutes.data?.newest?.at) ?? 0
  const all = useMemo(() => ({ from: to - RANGES[range], to }), [to, range])
  const slices = useMemo(() => {
    const known = minutes.data?.slices ?? NONE
    return slicesWithin(isLive ? joinedSlices(known, live.data?.slices ?? NONE) : known, all)
  }, [minutes.data, live.data, isLive, all])
  const { data, error, refetch } = isLive ? live : minutes
  const change = (view: TrafficView) => {
    setMarked(undefined)
    void navigate({ to: '.', search: { range, area, ...view }, replace: true })
  }
  return {
    range,
    area,
    all,
    slices,
    /** The visible span. A selected one does not move with time. */
    span: (marked && fitted(marked, all)) ?? all,
    zoom: setMarked,
    chooseRange: (next: TrafficRange) => change({ range: next }),
    chooseArea: (next: TrafficArea) => change({ area: next }),
    isPending: data === undefined,
    error: data === undefined ? error : null,
    refetch,
  }
}
export type Viewing = ReturnType<typeof useView>
