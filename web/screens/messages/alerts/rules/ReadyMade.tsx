import { MultiSelect, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { alerts } from '../../../../../router/model/messages/alerts/contract.ts'
import type { ReadyAlert } from '../../../../../router/model/messages/alerts/readyalert.ts'
import { call } from '../../../../client/client.ts'
import { keyOf } from '../../../../client/keys.ts'
import { query } from '../../../../client/query.ts'
import { readAgain } from '../../../../client/readAgain.ts'
import { replace } from '../../../../client/replace.ts'
import { SaveError } from '../../../../parts/forms/SaveNote.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { readyTexts } from '../../../../texts/messages/alerts/ready.ts'
import { alertTexts } from '../../../../texts/messages/alerts.ts'
import { useDeviceNames } from '../../events/useHousehold.ts'
import { EditLink } from './EditLink.tsx'
import { Mutes } from './Mutes.tsx'
import styles from './Rules.module.css'

const { ready: words } = alertTexts

/** A ready-made alert: its switch, what it is about, links to its rules, and the devices that it watches. */
export function ReadyMade({ alert }: { alert: ReadyAlert }) {
  const { Id, Name, Description, Enabled, Rules, Devices } = alert
  // A router that is newer than this page may have others.
  const known = (readyTexts as Readonly<Record<string, { name: string; hint: string }>>)[Id]
  const names = useDeviceNames()
  const { data: mutes = [] } = useQuery(query(alerts.mutes))
  const change = useMutation({
    scope: { id: 'alert rules' },
    mutationFn: (body: { Enabled?: boolean; Devices?: string[] }) => call(alerts.switch, { params: { id: Id }, body }),
    onSuccess: async (all) => {
      await replace(keyOf(alerts.ready), all)
      void readAgain(alerts.list, devices.list)
    },
  })
  const shown = change.isPending ? { Enabled, ...(Devices && { Devices }), ...change.variables } : { Enabled, Devices }
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <Permitted to={alerts.switch} isShown>
          <Switch
            className={styles.switch}
            size="md"
            label={known?.name ?? Name}
            description={known?.hint ?? Description}
            checked={shown.Enabled}
            onChange={({ currentTarget }) => change.mutate({ Enabled: currentTarget.checked })}
          />
        </Permitted>
        <span className={styles.tools}>
          {Rules.map((rule) => (
            <EditLink key={rule.RuleId} name={rule.Name} ruleId={rule.RuleId} />
          ))}
        </span>
      </div>
      {Devices && shown.Enabled && (
        <Permitted to={alerts.switch} isShown>
          <MultiSelect
            className={styles.devices}
            label={words.devices}
            description={words.devicesHint}
            {...(!shown.Devices?.length && { placeholder: words.devicesEmpty })}
            data={[...names]}
            value={[...(shown.Devices ?? [])]}
            onChange={(chosen) => change.mutate({ Devices: chosen })}
            searchable
          />
        </Permitted>
      )}
      <Mutes mutes={mutes.filter((mute) => mute.RuleId === Rules[0]?.RuleId)} />
      <SaveError error={change.error} />
    </li>
  )
}
