import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { traffic } from '../../../router/features/traffic/contract.ts'
import { query } from '../../client/query.ts'
import { Column } from '../../parts/Columns.tsx'
import { Face, Failed } from '../../parts/Face.tsx'
import { deviceTexts } from '../../texts/device.ts'
import { Destinations } from './Destinations.tsx'
import { Flows } from './Flows.tsx'
import { useDevicePage } from './page.ts'

const words = deviceTexts.traffic
const LOOK_AGAIN_MS = 10_000

/** With whom a device talks, and how much. */
export function TrafficTab() {
  const { entry, all } = useDevicePage()
  const { data, error, refetch } = useQuery({
    ...query(traffic.ofDevice, { params: { identity: entry.identity } }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  })
  const names = new Map(all.flatMap(({ device, name }) => (device.RecentIP === '' ? [] : [[device.RecentIP, name]])))
  const nameAt = (ip: string) => names.get(ip)
  if (!data)
    return error ? (
      <Failed title={words.failed} error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={240} radius="lg" aria-busy="true" />
    )
  if (data.Destinations.length === 0)
    return <Face icon={<IconArrowsExchange size={32} stroke={1.5} />} title={words.empty} hint={words.emptyHint} />
  return (
    <Column>
      <Destinations traffic={data} nameAt={nameAt} />
      <Flows identity={entry.identity} nameAt={nameAt} />
    </Column>
  )
}
