import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { devices } from '../../../../../router/model/home/devices/contract.ts'
import { Form } from '../../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../../parts/forms/fieldErrors.ts'
import { SaveError, SaveNote } from '../../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { resolverFailureTexts } from '../../../../texts/dns/resolvers/failure.ts'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { NO_SERVER } from '../edit.ts'
import type { ShownDevice } from '../entry.ts'
import { useEdit } from '../useEdit.ts'
import styles from './Names.module.css'

const words = deviceTexts.filter

/** A custom DNS server in place of the router's. */
export function DnsServer({ entry: { identity, device } }: { entry: ShownDevice }) {
  const tested = useEdit(identity)
  const untested = useEdit(identity, { test: 'false' })
  const edit = untested.status === 'idle' ? tested : untested
  const [typed, setTyped] = useState(device.DNSCustom)
  const complaint = complaintOf(edit.error, ['DNSCustom'])
  const save = (by: typeof tested) => {
    untested.reset()
    by.mutate({ DNSCustom: typed.trim() || NO_SERVER })
  }
  return (
    <Section
      changes={devices.update}
      title={words.server}
      hint={words.serverHint}
      note={<SaveNote status={edit.status} />}
    >
      <Form onSubmit={() => save(tested)} className={styles.say} noValidate>
        <TextInput
          className={styles.grow}
          aria-label={words.server}
          value={typed}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={complaint.fields.DNSCustom}
        />
        {tested.error && untested.status === 'idle' && (
          <Button variant="default" onClick={() => save(untested)}>
            {resolverFailureTexts.untested}
          </Button>
        )}
        <SubmitButton variant="default" disabled={typed.trim() === device.DNSCustom}>
          {words.save}
        </SubmitButton>
      </Form>
      {complaint.rest !== '' && <SaveError error={edit.error} />}
    </Section>
  )
}
