import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { MulticastAddress } from '../../../../router/model/firewall/multicast/settings.ts'
import { SavedSwitch } from '../../../parts/forms/SavedSwitch.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { multicastTexts as words } from '../../../texts/firewall/multicast.ts'
import styles from './AnnouncementRelay.module.css'
import { useMulticastChange } from './useMulticast.ts'

/** One kind of announcement, by which some devices are found. What every home starts with is switched off, not removed. */
export function Announcement({ of: { Address, Disabled, Tags, Description } }: { of: MulticastAddress }) {
  const usual = words.known[Address]
  const what = usual ?? (Description || Address)
  const turn = useMulticastChange<boolean>(({ Addresses }, isOn) => ({
    Addresses: Addresses.map((one) => (one.Address === Address ? { ...one, Disabled: !isOn } : one)),
  }))
  const remove = useMulticastChange<void>(({ Addresses }) => ({
    Addresses: Addresses.filter((one) => one.Address !== Address),
  }))
  return (
    <li className={styles.row}>
      <SavedSwitch size="sm" aria-label={words.use(what)} saved={!Disabled} save={turn} disabled={turn.isPending} />
      <div className={styles.what}>
        <span>{what}</span>
        <span className="quiet">
          {usual && Description} <code>{Address}</code>
        </span>
        {Tags.length > 0 && <span className="quiet">{words.onlyFor(Tags.join(', '))}</span>}
        <SaveError error={turn.error ?? remove.error} />
      </div>
      {!usual && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.remove(what)}
          title={words.remove(what)}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <IconTrash size={18} stroke={1.6} />
        </ActionIcon>
      )}
    </li>
  )
}
