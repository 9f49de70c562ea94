import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { traffic } from '../../../../../router/model/traffic/flows/contract.ts'
import type { Flow } from '../../../../../router/model/traffic/flows/flow.ts'
import { query } from '../../../../client/query.ts'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { bytesOf, countOf } from '../../../../parts/values/amount.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import styles from './DeviceFlows.module.css'

const words = deviceTexts.traffic
const AT_ONCE = 100

interface DeviceFlowsProps {
  identity: string
  nameAt: (ip: string) => string | undefined
}

/** Flows of the device, loaded when opened. */
export function DeviceFlows({ identity, nameAt }: DeviceFlowsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data = [], error } = useQuery({
    ...query(traffic.flows, { query: { device: identity } }),
    enabled: isOpen,
    staleTime: 0,
  })
  return (
    <details className={styles.flows} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.flows}</summary>
      <p className={styles.hint}>{words.flowsHint}</p>
      <SaveError error={error} />
      <div className={styles.wide}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{words.from}</th>
              <th scope="col">{words.to}</th>
              <th scope="col" className={styles.spare}>
                {words.over}
              </th>
              <th scope="col" className={styles.spare}>
                {words.packets}
              </th>
              <th scope="col">{words.amount}</th>
            </tr>
          </thead>
          <tbody>
            {data.slice(0, AT_ONCE).map((flow) => (
              <Row key={`${flow.Interface} ${flow.Src} ${flow.Dst}`} flow={flow} nameAt={nameAt} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

const Row = ({ flow, nameAt }: { flow: Flow; nameAt: DeviceFlowsProps['nameAt'] }) => (
  <tr>
    <td>
      <End ip={flow.Src} name={nameAt(flow.Src) ?? flow.SrcDomain} />
    </td>
    <td>
      <End ip={flow.Dst} name={nameAt(flow.Dst) ?? flow.DstDomain} />
    </td>
    <td className={styles.spare}>
      <code>{flow.Interface}</code>
    </td>
    <td className={styles.spare}>{countOf(flow.Packets)}</td>
    <td>{bytesOf(flow.Bytes)}</td>
  </tr>
)

const End = ({ ip, name }: { ip: string; name: string }) =>
  name === '' ? (
    <code>{ip}</code>
  ) : (
    <>
      <span className={styles.name}>{name}</span> <code className={styles.detail}>{ip}</code>
    </>
  )
