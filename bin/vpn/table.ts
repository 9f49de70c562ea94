import { isDisabled } from '../../router/model/home/devices/device.ts'
import { columns } from '../columns.ts'
import type { NamedPeer } from './peers.ts'

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** `peers` as lines of text. `now` is in milliseconds since 1970. */
export function tableOf(peers: readonly NamedPeer[], isUp: boolean, now: number): string {
  const head = ['NAME', 'STATE', 'ADDRESS', 'CONNECTS FROM', 'LAST HANDSHAKE', 'RECEIVED', 'SENT']
  const rows = peers.map(({ entry, device }) => [
    device.Name || entry.PublicKey,
    stateOf({ entry, device }, isUp),
    device.RecentIP,
    entry.Endpoint === '(none)' ? '-' : entry.Endpoint,
    entry.LatestHandshake === 0 ? 'never' : ago(now / 1000 - entry.LatestHandshake),
    size(entry.TransferRx),
    size(entry.TransferTx),
  ])
  return columns([head, ...rows])
}

function stateOf({ entry, device }: NamedPeer, isUp: boolean): string {
  if (!isUp) return 'server off'
  if (isDisabled(device)) return 'disabled'
  if (entry.LatestHandshake === 0) return 'never connected'
  return entry.Online ? 'online' : 'offline'
}

function ago(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.floor(seconds))} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}

function size(bytes: number): string {
  const unit = bytes < 1024 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** unit).toFixed(unit === 0 ? 0 : 1)} ${UNITS[unit]}`
}
