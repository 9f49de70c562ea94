import { useState } from 'react'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { call } from '../../../client/client.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { Section } from '../../../parts/layout/Section.tsx'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { useRadios } from '../radiostate/useRadios.ts'
import { CountryField } from './CountryField.tsx'
import { browserCountry } from './countries.ts'
import { useRadioChange } from './saveRadio.ts'

const texts = radioTexts.radio

/** Starts an access point on a radio that has none: its country first. */
export function SetUp({ radio: { Interface } }: { radio: WifiRadio }) {
  const others = useRadios().data ?? []
  const known = others.find(({ Country }) => Country !== '')?.Country
  const [country, setCountry] = useState(known ?? browserCountry(navigator.language))
  const params = { interface: Interface }
  const start = useRadioChange(async () => {
    await call(radios.enable, { params })
    await call(radios.configure, { params, body: { Country_code: country } })
  })
  const complaint = complaintOf(start.error, ['Country_code'])
  return (
    <Section title={texts.setUp} hint={texts.setUpHint}>
      <Form onSubmit={() => start.mutate()}>
        <CountryField value={country} onChange={setCountry} error={complaint.fields.Country_code} />
        <SubmitButton mt="md" disabled={country === ''} save={start} rest={complaint.rest}>
          {texts.setUpDo}
        </SubmitButton>
      </Form>
    </Section>
  )
}
