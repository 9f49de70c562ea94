import { ActionIcon, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCircleCheck, IconHourglass, IconPencil, IconTrash } from '@tabler/icons-react'
import { isPending } from '../../../../../router/model/home/devices/device.ts'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import type { ShownDevice } from '../entry.ts'
import { RemoveDialog } from '../overview/RemoveDialog.tsx'
import { useEntries } from '../useEntries.ts'
import type { Arrival } from './arrival.ts'
import { RenameDialog } from './RenameDialog.tsx'
import { type Made, useReadPending } from './useNewDevice.ts'
import styles from './WaitingDevices.module.css'

const words = addTexts.list

interface WaitingDevicesProps {
  /** The passphrases that this screen has. */
  made: readonly { readonly made: Made; readonly arrival: Arrival }[]
  /** Identity of the device whose passphrase is shown. */
  shown: string | undefined
  onShow: (made: Made) => void
  onRemoved: (identity: string) => void
}

/** The devices that wait to join, and those that have joined since the screen was opened. */
export function WaitingDevices({ made, shown, onShow, onRemoved }: WaitingDevicesProps) {
  const { entries = [] } = useEntries()
  const elsewhere = entries.filter(
    ({ identity }) => isPending(identity) && !made.some((one) => one.made.identity === identity),
  )
  const joined = made.filter(({ arrival }) => arrival.state === 'joined')
  const rows = made.filter(({ arrival }) => arrival.state === 'waiting')
  if (joined.length + rows.length + elsewhere.length === 0) return null
  return (
    <div className={styles.waiting}>
      <Section title={words.title} hint={words.hint}>
        <ul className={styles.list}>
          {rows.map(({ made: one, arrival: { entry } }) => (
            <li key={one.identity} className={styles.row}>
              <Name name={entry?.name ?? one.name} state="waiting" />
              <div className={styles.actions}>
                {one.identity !== shown && (
                  <Button variant="default" size="compact-md" onClick={() => onShow(one)}>
                    {words.show}
                  </Button>
                )}
                {entry && <Edits entry={entry} onRemoved={onRemoved} />}
              </div>
            </li>
          ))}
          {elsewhere.map((entry) => (
            <Elsewhere key={entry.identity} entry={entry} onShow={onShow} onRemoved={onRemoved} />
          ))}
          {joined.map(({ made: one, arrival: { entry } }) => (
            <li key={one.identity} className={styles.row}>
              <Name name={entry?.name ?? one.name} state="joined" />
              {entry && one.identity !== shown && (
                <ButtonLink
                  variant="default"
                  size="compact-md"
                  to="/admin/devices/$identity"
                  params={{ identity: entry.identity }}
                >
                  {addTexts.open}
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}

function Name({ name, state }: { name: string; state: 'waiting' | 'joined' }) {
  const Icon = { waiting: IconHourglass, joined: IconCircleCheck }[state]
  return (
    <div className={styles.name} data-state={state}>
      <Icon size={22} stroke={1.6} aria-hidden />
      <strong>{name}</strong>
      <span>{words.states[state]}</span>
    </div>
  )
}

interface RowProps {
  entry: ShownDevice
  onRemoved: (identity: string) => void
}

/** A device whose passphrase this screen does not have. */
function Elsewhere({ entry, onShow, onRemoved }: RowProps & { onShow: (made: Made) => void }) {
  const read = useReadPending(onShow)
  return (
    <li className={styles.row}>
      <Name name={entry.name} state="waiting" />
      <div className={styles.actions}>
        <Button
          variant="default"
          size="compact-md"
          loading={read.isPending}
          onClick={() => read.mutate(entry.identity)}
        >
          {words.show}
        </Button>
        <Edits entry={entry} onRemoved={onRemoved} />
      </div>
      <SaveError error={read.error} />
    </li>
  )
}

function Edits({ entry, onRemoved }: RowProps) {
  const [renames, rename] = useDisclosure(false)
  const [removes, remove] = useDisclosure(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.rename(entry.name)}
        title={words.rename(entry.name)}
        onClick={rename.open}
      >
        <IconPencil size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={words.remove(entry.name)}
        title={words.remove(entry.name)}
        onClick={remove.open}
      >
        <IconTrash size={18} stroke={1.6} />
      </ActionIcon>
      <RenameDialog entry={entry} opened={renames} onClose={rename.close} />
      <RemoveDialog
        entry={entry}
        opened={removes}
        onClose={remove.close}
        onRemoved={() => {
          remove.close()
          onRemoved(entry.identity)
        }}
      />
    </>
  )
}
