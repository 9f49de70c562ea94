import { Button } from '@mantine/core'
import { IconLock, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import { query } from '../../../client/query.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { shownName } from '../../../parts/values/name.ts'
import { uplinkTexts } from '../../../texts/internet/uplinks.ts'
import { Signal } from '../../wifi/stations/Signal.tsx'
import { NetworkForm } from './NetworkForm.tsx'
import styles from './Networks.module.css'
import type { useWifiUplink } from './useWifiUplink.ts'
import { type ListedWifiNetwork, type NetworkChoice, networkChoicesOf } from './wifiNetwork.ts'

const texts = uplinkTexts.wifi

interface AddNetworkProps {
  radio: string
  networks: readonly ListedWifiNetwork[]
  save: ReturnType<typeof useWifiUplink>['save']
}

/** A network of a scan, or one whose name is typed; then its passphrase. */
export function AddNetwork({ radio, networks, save }: AddNetworkProps) {
  const [chosen, setChosen] = useState<NetworkChoice | 'typed'>()
  const scan = useQuery({
    ...query(radios.scan, { params: { interface: radio } }),
    enabled: false,
    retry: false,
  })
  const close = () => {
    setChosen(undefined)
    save.reset()
  }
  if (chosen)
    return (
      <NetworkForm
        key={chosen === 'typed' ? '' : chosen.ssid}
        chosen={chosen === 'typed' ? undefined : chosen}
        networks={networks}
        save={save}
        onClose={close}
      />
    )
  return (
    <>
      <div className={styles.buttons}>
        <Button
          variant="default"
          leftSection={<IconRefresh size={18} stroke={1.6} />}
          loading={scan.isFetching}
          onClick={() => void scan.refetch()}
        >
          {scan.data ? texts.scanAgain : texts.scan}
        </Button>
        <Button variant="subtle" leftSection={<IconPencil size={18} stroke={1.6} />} onClick={() => setChosen('typed')}>
          {texts.other}
        </Button>
      </div>
      <SaveError error={scan.isFetching ? null : scan.error} />
      {scan.data ? (
        <Found choices={networkChoicesOf(scan.data)} onChoose={setChosen} />
      ) : (
        <p className="quiet">{texts.scanHint}</p>
      )}
    </>
  )
}

function Found({
  choices,
  onChoose,
}: {
  choices: readonly NetworkChoice[]
  onChoose: (choice: NetworkChoice) => void
}) {
  if (choices.length === 0) return <p className="quiet">{texts.nothing}</p>
  return (
    <ul className={styles.found}>
      {choices.map((choice) => (
        <li key={choice.ssid}>
          <button type="button" disabled={choice.security === undefined} onClick={() => onChoose(choice)}>
            <strong>{shownName(choice.ssid)}</strong>
            <span>
              {choice.security !== 'open' && <IconLock size={14} stroke={1.8} aria-hidden />}
              {choice.security === undefined ? texts.cannot : texts.securities[choice.security]}
            </span>
            <Signal dbm={choice.signal} />
          </button>
        </li>
      ))}
    </ul>
  )
}
