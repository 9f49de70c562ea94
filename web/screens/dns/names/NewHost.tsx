import { Autocomplete } from '@mantine/core'
import { useState } from 'react'
import { names } from '../../../../router/model/dns/names/contract.ts'
import { useAct } from '../../../client/changes.ts'
import { call } from '../../../client/client.ts'
import { DomainInput } from '../../../parts/forms/DomainInput.tsx'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { hostName } from '../../../parts/forms/hostName.ts'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { includesWords } from '../../../parts/lists/fold.ts'
import { dnsTexts } from '../../../texts/dns/dns.ts'
import { useWho } from '../useWho.ts'
import styles from './NamesScreen.module.css'

const { host: words } = dnsTexts

/** A name for an address: of a device, chosen by name, or of anything else. */
export function NewHost() {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const { people, nameOf } = useWho()
  const put = useAct(
    () =>
      call(names.update, {
        params: { hostname: hostName(name) },
        body: { IPAddress: address.trim(), CreateOnly: true },
      }),
    names.list,
  )
  const { fields, rest } = complaintOf(put.error, ['hostname', 'IPAddress'])
  const submit = () => {
    if (name.trim() === '') return
    put.mutate(undefined, {
      onSuccess: () => {
        setName('')
        setAddress('')
      },
    })
  }
  return (
    <Section title={words.add}>
      <Form onSubmit={submit} className={styles.form} noValidate>
        <DomainInput
          label={words.name}
          placeholder={words.namePlaceholder}
          value={name}
          onChange={setName}
          error={fields.hostname}
        />
        <Autocomplete
          label={words.address}
          placeholder={words.addressPlaceholder}
          autoComplete="off"
          data={people.map(({ ip }) => ip)}
          renderOption={({ option }) => `${nameOf(option.value)} (${option.value})`}
          filter={({ options, search }) =>
            options.filter((option) => 'value' in option && isMeant(option.value, nameOf(option.value), search))
          }
          value={address}
          onChange={setAddress}
          error={fields.IPAddress}
        />
        <SubmitButton loading={put.isPending}>{dnsTexts.add}</SubmitButton>
      </Form>
      {rest !== '' && <SaveError error={put.error} />}
    </Section>
  )
}

/** Devices are found by their names, too. */
const isMeant = (ip: string, name: string, typed: string): boolean => includesWords(`${ip} ${name}`, typed.trim())
