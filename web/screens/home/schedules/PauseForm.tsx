import { Button } from '@mantine/core'
import { useState } from 'react'
import { pfw } from '../../../../router/model/firewall/rules/contract.ts'
import { isPending } from '../../../../router/model/home/devices/device.ts'
import { call } from '../../../client/client.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Permitted } from '../../../parts/layout/Permitted.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { useNow } from '../../../parts/values/useNow.ts'
import { scheduleTexts } from '../../../texts/home/schedules.ts'
import { Choice } from '../../internet/links/Choice.tsx'
import { type HouseholdSelection, SelectionFields } from '../../vpn/tunnels/SelectionFields.tsx'
import type { ShownDevice } from '../devices/entry.ts'
import styles from './Schedules.module.css'
import {
  LENGTH_NAMES,
  LENGTHS,
  type Length,
  type ListedRule,
  momentWords,
  remainingWords,
  whoWords,
} from './schedule.ts'
import { useRuleChange, useZone } from './useSchedules.ts'

const texts = scheduleTexts.pause
const NO_DEVICES: HouseholdSelection = { Devices: [], Groups: [], Tags: [] }

/** Pauses that are running, and a form for another one. */
export function PauseForm({ pauses, entries }: { pauses: readonly ListedRule[]; entries: readonly ShownDevice[] }) {
  const now = useNow()
  const zone = useZone()
  const [chosen, setChosen] = useState(NO_DEVICES)
  const [length, setLength] = useState<Length>('half')
  const [tried, setTried] = useState(false)
  const isEmpty = chosen.Devices.length + chosen.Groups.length + chosen.Tags.length === 0
  const start = useRuleChange(
    () => call(pfw.pause, { body: { ...chosen, ...LENGTHS[length] } }),
    () => {
      setChosen(NO_DEVICES)
      setTried(false)
    },
  )
  const resume = useRuleChange((id: string) => call(pfw.remove, { params: { id } }))
  const { rest } = complaintOf(start.error, [])
  const submit = () => {
    setTried(true)
    if (!isEmpty) start.mutate(undefined)
  }
  return (
    <Section changes={pfw.pause} title={texts.title} hint={texts.hint}>
      {pauses.length > 0 && (
        <ul className={styles.pauses}>
          {pauses.map((pause) => (
            <li key={pause.Id}>
              <span>
                {texts.running(
                  whoWords(pause, entries),
                  momentWords(pause.Until, now, zone),
                  remainingWords(pause.Until, now),
                )}
              </span>
              <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate(pause.Id)}>
                {texts.resume}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Permitted to={pfw.pause}>
        <Form className="fields" noValidate onSubmit={submit}>
          <SelectionFields
            chosen={chosen}
            onChange={(part) => setChosen({ ...chosen, ...part })}
            entries={entries.filter(({ identity }) => !isPending(identity))}
            errors={tried && isEmpty ? { Devices: texts.choose } : {}}
          />
          <Choice
            label={texts.until}
            options={LENGTH_NAMES.map((value) => ({ value, name: texts[value] }))}
            value={length}
            onChange={setLength}
          />
          <SaveError error={rest ? start.error : resume.error} />
          <SubmitButton loading={start.isPending}>{texts.start}</SubmitButton>
        </Form>
      </Permitted>
    </Section>
  )
}
