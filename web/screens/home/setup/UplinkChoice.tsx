import { Skeleton } from '@mantine/core'
import { IconNetwork, IconNetworkOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Failed } from '../../../parts/layout/Face.tsx'
import { setupTexts as texts } from '../../../texts/home/setup.ts'
import { servesHome, type UplinkPort } from './port.ts'
import styles from './UplinkChoice.module.css'

interface UplinkChoiceProps {
  ports: UseQueryResult<UplinkPort[]>
  chosen: string | undefined
  onChoose: (name: string) => void
  error: string | false
}

/** The ports of the router, one of which leads to the provider. */
export const UplinkChoice = ({ ports, chosen, onChoose, error }: UplinkChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend>{texts.uplink}</legend>
    <p>{texts.uplinkHint}</p>
    {ports.isPending && <Skeleton height={56} />}
    {ports.isError && !ports.data && (
      <Failed title={texts.portsFailed} error={ports.error} onRetry={() => void ports.refetch()} />
    )}
    {ports.data?.length === 0 && <p>{texts.noPorts}</p>}
    {ports.data?.map((port) => (
      <label key={port.name} className={styles.port}>
        <input
          type="radio"
          name="uplink"
          value={port.name}
          checked={port.name === chosen}
          onChange={() => onChoose(port.name)}
        />
        {port.connected ? <IconNetwork size={22} stroke={1.5} /> : <IconNetworkOff size={22} stroke={1.5} />}
        <span>
          <strong>{port.name}</strong>
          <small>
            {port.connected ? texts.cable : texts.noCable},{' '}
            {servesHome(port) ? texts.atHome : port.address.replace(/\/.*/, '') || texts.noAddress}
          </small>
        </span>
      </label>
    ))}
    {error && (
      <p className={styles.error} role="alert">
        {error}
      </p>
    )}
  </fieldset>
)
