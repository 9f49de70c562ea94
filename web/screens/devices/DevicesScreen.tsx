import { Button, CloseButton, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Skeleton.css'
import { useDocumentTitle } from '@mantine/hooks'
import { IconDevices2, IconPlus, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { ButtonLink } from '../../parts/ButtonLink.tsx'
import { Face, Failed } from '../../parts/Face.tsx'
import { texts } from '../../texts.ts'
import { DeviceRow } from './DeviceRow.tsx'
import styles from './DevicesScreen.module.css'
import { type Entry, matches } from './entry.ts'
import { useEntries } from './useEntries.ts'

export function DevicesScreen() {
  useDocumentTitle(`${texts.devices.title} · ${texts.product}`)
  const { entries, error, refetch } = useEntries()
  const online = entries?.filter(({ standing }) => standing === 'online').length ?? 0
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1>{texts.devices.title}</h1>
          {entries && entries.length > 0 && (
            <p className={styles.summary}>{texts.devices.summary(entries.length, online)}</p>
          )}
        </div>
        <ButtonLink to="/admin/add-device" leftSection={<IconPlus size={18} />}>
          {texts.devices.add}
        </ButtonLink>
      </div>
      {entries ? (
        <Household entries={entries} />
      ) : error ? (
        <Failed title={texts.devices.failed} error={error} onRetry={() => void refetch()} />
      ) : (
        <Waiting />
      )}
    </>
  )
}

function Household({ entries }: { entries: readonly Entry[] }) {
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim())
  const found = entries.filter((entry) => matches(entry, words))
  if (entries.length === 0)
    return (
      <Face icon={<IconDevices2 size={36} stroke={1.3} />} title={texts.devices.empty} hint={texts.devices.emptyHint} />
    )
  return (
    <>
      <TextInput
        type="search"
        className={styles.search}
        aria-label={texts.devices.search}
        placeholder={texts.devices.search}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={
          typed && <CloseButton size="sm" aria-label={texts.devices.clearSearch} onClick={() => setTyped('')} />
        }
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {found.length > 0 ? (
        <ul className={styles.list}>
          {found.map((entry) => (
            <DeviceRow key={entry.identity} entry={entry} />
          ))}
        </ul>
      ) : (
        <Face
          icon={<IconSearchOff size={32} stroke={1.5} />}
          title={texts.devices.noMatch(words)}
          hint={texts.devices.noMatchHint}
        >
          <Button variant="default" onClick={() => setTyped('')}>
            {texts.devices.clearSearch}
          </Button>
        </Face>
      )}
    </>
  )
}

const Waiting = () => (
  <div className={styles.waiting} aria-busy="true">
    {['a', 'b', 'c', 'd'].map((row) => (
      <Skeleton key={row} height={72} radius="lg" />
    ))}
  </div>
)
