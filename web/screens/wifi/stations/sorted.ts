import type { WifiStation } from '../../../../router/model/wifi/stations/station.ts'
import { byName } from '../../../parts/lists/natural.ts'

/** By name: rows that moved with each signal could not be pressed. */
export const sorted = (stations: readonly WifiStation[]): WifiStation[] =>
  stations.toSorted((a, b) => byName(a.Name, b.Name) || (a.MAC < b.MAC ? -1 : 1))
