import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type LostDevice,
  type LostDeviceEnded,
  lostDevice,
} from '../../../../../router/model/home/lostdevice/contract.ts'
import { call } from '../../../../client/client.ts'
import { query } from '../../../../client/query.ts'
import styles from '../../../../parts/dialogs/Dialog.module.css'
import { Dialog } from '../../../../parts/dialogs/Dialog.tsx'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { LoadState } from '../../../../parts/layout/LoadState.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { lostTexts as texts } from '../../../../texts/home/lostdevice.ts'
import { agentOf } from '../../../access/credentials/agent.ts'
import type { ShownDevice } from '../entry.ts'
import lost from './Lost.module.css'

interface LostDialogProps {
  entry: ShownDevice
  onClose: () => void
}

/** Lists what ends, ends it in one call, and lists what the router has ended. */
export function LostDialog({ entry, onClose }: LostDialogProps) {
  const { identity, name, device } = entry
  const cache = useQueryClient()
  const navigate = useNavigate()
  const isVpnOnly = device.MAC === ''
  const found = useQuery({ ...query(lostDevice.read, { query: { identity } }), staleTime: 0, gcTime: 0, retry: false })
  const end = useMutation({ mutationFn: (body: Chosen) => call(lostDevice.end, { query: { identity }, body }) })
  const close = () => {
    onClose()
    if (!end.data) return
    // Its lists were changed by the call, and a device without a key is gone.
    if (isVpnOnly) void navigate({ to: '/admin/devices' })
    void cache.invalidateQueries()
  }
  return (
    <Dialog
      opened
      onClose={close}
      title={end.data ? texts.doneTitle : texts.title(name)}
      isBusy={end.isPending}
      hasDraft={!end.data}
    >
      {end.data ? (
        <Result ended={end.data.Ended} onClose={close} />
      ) : found.data ? (
        <Choice
          found={found.data}
          isVpnOnly={isVpnOnly}
          error={end.error}
          isPending={end.isPending}
          onEnd={(chosen) => end.mutate(chosen)}
          onClose={close}
        />
      ) : (
        <LoadState title={texts.failed} query={found} height={200} />
      )}
    </Dialog>
  )
}

interface Chosen {
  Sessions: string[]
  Passkeys: string[]
  Push: string[]
}

interface ChoiceProps {
  found: LostDevice
  isVpnOnly: boolean
  error: Error | null
  isPending: boolean
  onEnd: (chosen: Chosen) => void
  onClose: () => void
}

function Choice({ found, isVpnOnly, error, isPending, onEnd, onClose }: ChoiceProps) {
  const { Sessions, Passkeys, Push, Passphrase, Vpn } = found
  const [chosen, setChosen] = useState(
    () =>
      new Set([
        ...Sessions.flatMap(({ Id, Likely }) => (Likely ? Id : [])),
        ...Passkeys.flatMap(({ ID, Likely }) => (Likely ? ID : [])),
        ...Push.flatMap(({ Id, Likely }) => (Likely ? Id : [])),
      ]),
  )
  const toggle = (id: string) => setChosen(chosen.symmetricDifference(new Set([id])))
  const of = (ids: readonly string[]) => ids.filter((id) => chosen.has(id))
  const submit = () =>
    onEnd({
      Sessions: of(Sessions.map(({ Id }) => Id)),
      Passkeys: of(Passkeys.map(({ ID }) => ID)),
      Push: of(Push.map(({ Id }) => Id)),
    })
  const sessions = Sessions.map(({ Id, User, Agent, Address }) => ({
    id: Id,
    label: texts.owned(User, [...agentNames(Agent), Address].join(', ')),
  }))
  return (
    <div className={lost.choice}>
      <p>{texts.hint}</p>
      <Boxes title={texts.sessions} boxes={sessions} chosen={chosen} onToggle={toggle} />
      <Boxes
        title={texts.passkeys}
        hint={texts.passkeyHint}
        boxes={Passkeys.map(({ ID, User, Name }) => ({ id: ID, label: texts.owned(User, Name) }))}
        chosen={chosen}
        onToggle={toggle}
      />
      <Boxes
        title={texts.push}
        boxes={Push.map(({ Id, Name }) => ({ id: Id, label: Name }))}
        chosen={chosen}
        onToggle={toggle}
      />
      <div>
        <h3>{texts.always}</h3>
        <ul>
          {Passphrase && <li>{texts.passphrase}</li>}
          {Vpn && <li>{isVpnOnly ? texts.vpnOnly : texts.vpn}</li>}
          {!Passphrase && !Vpn && <li>{texts.none}</li>}
        </ul>
      </div>
      <SaveError error={error} />
      <div className={styles.answers}>
        <Button variant="default" disabled={isPending} onClick={onClose} autoFocus>
          {deviceTexts.cancel}
        </Button>
        <Button color="red" loading={isPending} onClick={submit}>
          {texts.confirm}
        </Button>
      </div>
    </div>
  )
}

/** The browser and operating system, or the program as it names itself. */
function agentNames(agent: string): string[] {
  const { browser, system } = agentOf(agent)
  const names = [browser, system].filter((name) => name !== undefined)
  return names.length > 0 || agent === '' ? names : [agent]
}

interface BoxesProps {
  title: string
  hint?: string
  boxes: readonly { readonly id: string; readonly label: string }[]
  chosen: ReadonlySet<string>
  onToggle: (id: string) => void
}

const Boxes = ({ title, hint, boxes, chosen, onToggle }: BoxesProps) =>
  boxes.length > 0 && (
    <fieldset className={lost.boxes}>
      <legend>{title}</legend>
      {boxes.map(({ id, label }) => (
        <Checkbox key={id} label={label} checked={chosen.has(id)} onChange={() => onToggle(id)} />
      ))}
      {hint && <p className="quiet">{hint}</p>}
    </fieldset>
  )

const Result = ({ ended, onClose }: { ended: LostDeviceEnded['Ended']; onClose: () => void }) => (
  <div className={lost.choice} role="status">
    {ended.length > 0 ? (
      <ul>
        {ended.map(({ Kind, Name }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change, and two entries may be equal
          <li key={index}>{texts.done[Kind](Name)}</li>
        ))}
      </ul>
    ) : (
      <p>{texts.nothing}</p>
    )}
    <p>{texts.next}</p>
    <div className={styles.answers}>
      <Button onClick={onClose} autoFocus>
        {texts.close}
      </Button>
    </div>
  </div>
)
