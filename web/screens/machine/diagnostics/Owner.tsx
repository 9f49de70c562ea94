import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { lookup } from '../../../../router/model/traffic/lookup/contract.ts'
import { call } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import forms from '../../../parts/forms/Form.module.css'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { locale } from '../../../parts/values/locale.ts'
import { diagnosisTexts } from '../../../texts/machine/diagnostics.ts'
import { soughtIn } from './answers.ts'
import { ADDRESSES } from './DeviceSuggestions.tsx'
import styles from './Diagnosis.module.css'

const words = diagnosisTexts.owner
const countries = new Intl.DisplayNames(locale, { type: 'region' })

/** Lines about the owner; empty if unknown. */
async function ownersOf(typed: string): Promise<readonly string[]> {
  const sought = soughtIn(typed)
  if (sought.kind === 'name') {
    const found = await call(lookup.search, { params: { text: sought.text } })
    return found.map(({ ASN, Name }) => `${Name} (AS${ASN})`)
  }
  try {
    if (sought.kind === 'device') return [(await call(lookup.maker, { params: { mac: sought.mac } })).Vendor]
    const { Name, ASN, Country } = await call(lookup.network, { params: { ips: sought.ip } })
    return [Country ? `${Name} (AS${ASN}), ${countries.of(Country) ?? Country}` : `${Name} (AS${ASN})`]
  } catch (reason) {
    if (reason instanceof Failure && reason.reason === 'missing') return []
    throw reason
  }
}

/** The network of an address, or the vendor of a device. */
export function Owner() {
  const [typed, setTyped] = useState('')
  const ask = useMutation({ mutationFn: ownersOf })
  return (
    <Section title={words.title} hint={words.hint}>
      <form action={() => ask.mutate(typed)} className={forms.form}>
        <TextInput
          label={words.what}
          placeholder={words.placeholder}
          list={ADDRESSES}
          required
          withAsterisk={false}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <SaveError error={ask.error} />
        <div>
          <Button type="submit" loading={ask.isPending}>
            {words.submit}
          </Button>
        </div>
        <div role="status">
          {ask.data && (
            <ul className={styles.found}>
              {(ask.data.length > 0 ? ask.data : [words.notFound]).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )}
        </div>
      </form>
    </Section>
  )
}
