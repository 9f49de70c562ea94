import { Button, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { names } from '../../../../router/features/names/contract.ts'
import { call } from '../../../client/client.ts'
import { complaintOf } from '../../../parts/fieldErrors.ts'
import { SaveError } from '../../../parts/SaveNote.tsx'
import { Section } from '../../../parts/Section.tsx'
import { dnsTexts } from '../../../texts/dns.ts'
import { useAct } from '../useFilter.ts'
import { useWho } from '../useWho.ts'
import styles from './NamesScreen.module.css'

const { host: words } = dnsTexts

/** A name for an address: of a device, chosen by name, or of anything else. */
export function NewHost() {
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const { people } = useWho()
  const known = useId()
  const put = useAct(
    () =>
      call(names.update, { params: { hostname: name.trim() }, body: { IPAddress: address.trim(), CreateOnly: true } }),
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
      <form action={submit} className={styles.form} noValidate>
        <TextInput
          label={words.name}
          placeholder={words.namePlaceholder}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fields.hostname && <span role="alert">{fields.hostname}</span>}
        />
        <TextInput
          label={words.address}
          placeholder={words.addressPlaceholder}
          autoComplete="off"
          list={known}
          value={address}
          onChange={({ currentTarget }) => setAddress(currentTarget.value)}
          error={fields.IPAddress && <span role="alert">{fields.IPAddress}</span>}
        />
        <datalist id={known}>
          {people.map(({ ip, name: device }) => (
            <option key={ip} value={ip}>
              {device}
            </option>
          ))}
        </datalist>
        <Button type="submit" loading={put.isPending}>
          {dnsTexts.add}
        </Button>
      </form>
      {rest !== '' && <SaveError error={put.error} />}
    </Section>
  )
}
