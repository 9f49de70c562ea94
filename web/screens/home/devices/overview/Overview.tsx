import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { isPending } from '../../../../../router/model/home/devices/device.ts'
import { system } from '../../../../../router/model/machine/system/contract.ts'
import { may } from '../../../../client/may.ts'
import { query } from '../../../../client/query.ts'
import { DangerButton } from '../../../../parts/dialogs/DangerButton.tsx'
import { SavedField } from '../../../../parts/forms/SavedField.tsx'
import { SaveNote } from '../../../../parts/forms/SaveNote.tsx'
import { Column, Columns } from '../../../../parts/layout/Columns.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { lazyPart } from '../../../../parts/navigation/lazyScreen.ts'
import { addTexts } from '../../../../texts/home/devices/add.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { DeviceInternet } from '../../schedules/DeviceInternet.tsx'
import { useDevicePage } from '../devicePage.ts'
import { connectionOf, isNew as isNewDevice, type ShownDevice } from '../entry.ts'
import { nameFault } from '../nameFault.ts'
import { useEdit } from '../useEdit.ts'
import { About } from './About.tsx'
import { DeviceAddress } from './DeviceAddress.tsx'
import { DeviceAppearance } from './DeviceAppearance.tsx'
import { DeviceExpiry } from './DeviceExpiry.tsx'
import { DeviceWifiLink } from './DeviceWifiLink.tsx'
import { LeavesThrough } from './LeavesThrough.tsx'
import { DeviceTagsSection, Groups, Policies } from './Permissions.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { Secret } from './Secret.tsx'
import { Cable, DeviceEnabled } from './Switches.tsx'
import { VpnLink } from './VpnLink.tsx'

const Kind = lazyPart(() => import('./DeviceClassification.tsx'), 'DeviceClassification')

/** Settings and policies of a device. For an unnamed one, the field for its name is first. */
export function Overview() {
  const { entry, all } = useDevicePage()
  // Evaluated once, so that fields do not move while typing.
  const [isNew] = useState(entry.device.Name === '')
  const isKnown = !isPending(entry.identity)
  const hasPassphrase = entry.device.PSKEntry.Type !== ''
  const hasWifi = useQuery(query(system.features)).data?.includes('wifi')
  const kind = isKnown && entry.device.MAC !== '' && (
    <Suspense>
      <Kind entry={entry} />
    </Suspense>
  )
  // Stays where it was when the device gets its first policy.
  const [isFirst] = useState(isNewDevice(entry.device))
  return (
    <Columns>
      <Column>
        {isFirst && kind}
        {isNew && <Name entry={entry} />}
        <Policies entry={entry} />
        {isKnown && <DeviceInternet entry={entry} all={all} />}
        <Groups entry={entry} all={all} />
        <DeviceTagsSection entry={entry} all={all} />
      </Column>
      <Column>
        {!isNew && <Name entry={entry} />}
        <Permitted to={devices.update}>
          <DeviceAppearance entry={entry} />
        </Permitted>
        <About entry={entry} />
        {!isFirst && kind}
        {hasWifi && hasPassphrase && isKnown && <DeviceWifiLink entry={entry} />}
        {entry.device.WGPubKey !== '' && <VpnLink entry={entry} />}
        {isKnown && <LeavesThrough entry={entry} />}
        {isKnown && connectionOf(entry) !== 'vpn' && <DeviceAddress entry={entry} />}
        {hasPassphrase && may(devices.read) && <Secret entry={entry} />}
        {hasPassphrase && isKnown && <Cable entry={entry} />}
        {isKnown && <DeviceEnabled entry={entry} />}
        {isKnown && <DeviceExpiry entry={entry} />}
        {/* Who may delete a device may end its access. */}
        <Permitted to={devices.remove}>
          {isKnown && <Lost entry={entry} />}
          <RemoveDevice entry={entry} />
        </Permitted>
      </Column>
    </Columns>
  )
}

function Name({ entry: { identity, device } }: { entry: ShownDevice }) {
  const edit = useEdit(identity)
  return (
    <Section changes={devices.update} title={deviceTexts.name} note={<SaveNote status={edit.status} />}>
      <SavedField
        mt="xs"
        aria-label={deviceTexts.name}
        placeholder={addTexts.namePlaceholder}
        maxLength={64}
        saved={device.Name}
        faultOf={nameFault}
        save={edit}
        onSave={(Name, onSuccess) => edit.mutate({ Name }, { onSuccess })}
        error={edit.error?.message}
      />
    </Section>
  )
}

const LostDialog = lazyPart(() => import('./LostDialog.tsx'), 'LostDialog')

/** Ends all access of a lost or stolen device, after its owner has chosen what belongs to it. */
function Lost({ entry }: { entry: ShownDevice }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <DangerButton onClick={() => setOpen(true)}>{deviceTexts.lost}</DangerButton>
      {isOpen && (
        <Suspense>
          <LostDialog entry={entry} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Deletes the device after a confirmation. */
function RemoveDevice({ entry }: { entry: ShownDevice }) {
  const [asked, { open, close }] = useDisclosure(false)
  const navigate = useNavigate()
  return (
    <>
      <DangerButton onClick={open}>{deviceTexts.remove}</DangerButton>
      <RemoveDialog entry={entry} opened={asked} onClose={close} onRemoved={() => navigate({ to: '/admin/devices' })} />
    </>
  )
}
