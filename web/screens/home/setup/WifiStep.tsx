import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import { radioState } from '../../../../router/model/wifi/radiostate/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { call } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { readAgain } from '../../../client/readAgain.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { LoadState } from '../../../parts/layout/LoadState.tsx'
import { setupTexts } from '../../../texts/home/setup.ts'
import { CountryField } from '../../wifi/radios/CountryField.tsx'
import { ssidFault } from '../../wifi/radios/fields.ts'
import styles from './Setup.module.css'
import { StepPage } from './StepPage.tsx'
import { useSetupRadios } from './useHardware.ts'
import { firstAnswers, type WifiAnswers } from './wifi.ts'

const texts = setupTexts.wifi
const MOST_RETRIES = 10
const RETRY_MS = 2000

/** The country first, which radios need before they transmit; then the name of the network. */
export function WifiStep({ onDone }: { onDone: () => void }) {
  const { data: radios, error, refetch } = useSetupRadios()
  return (
    <StepPage step="wifi" title={texts.title} hint={texts.hint}>
      {radios?.length === 0 ? (
        <div className={styles.form}>
          <p>{texts.none}</p>
          <Button size="md" fullWidth onClick={onDone}>
            {setupTexts.next}
          </Button>
        </div>
      ) : radios ? (
        <Questions radios={radios} onDone={onDone} />
      ) : (
        <LoadState title={texts.failed} query={{ error, refetch }} height={240} radius="lg" />
      )}
    </StepPage>
  )
}

function Questions({ radios, onDone }: { radios: readonly WifiRadio[]; onDone: () => void }) {
  const [answers, setAnswers] = useState(() => firstAnswers(radios, navigator.language))
  const [tried, setTried] = useState(false)
  const faults = { country: answers.country === '' && texts.noCountry, ssid: ssidFault(answers.ssid) }
  const start = useMutation({
    mutationFn: () => startWifi(radios, answers),
    // A phone in the setup network loses its connection for some seconds while the radio starts. Repeated calls change nothing.
    retry: (count, error) => count < MOST_RETRIES && error instanceof Failure && error.reason === 'unreachable',
    retryDelay: RETRY_MS,
    onSuccess: onDone,
    onSettled: () => void readAgain(radioState.radios),
  })
  const refused = complaintOf(start.error, ['Country_code', 'Ssid'])
  const submit = () => {
    setTried(true)
    if (!faults.country && !faults.ssid) start.mutate()
  }
  return (
    <Form className={styles.form} noValidate onSubmit={submit}>
      <CountryField
        value={answers.country}
        onChange={(country) => setAnswers({ ...answers, country })}
        error={(tried && faults.country) || refused.fields.Country_code}
      />
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        placeholder={texts.placeholder}
        value={answers.ssid}
        onChange={({ currentTarget }) => setAnswers({ ...answers, ssid: currentTarget.value })}
        error={(tried && faults.ssid) || refused.fields.Ssid}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={styles.answers}>
        <SubmitButton size="md" fullWidth save={start} rest={refused.rest}>
          {texts.submit}
        </SubmitButton>
        <Button variant="subtle" fullWidth onClick={onDone}>
          {setupTexts.later}
        </Button>
      </div>
    </Form>
  )
}

/**
 * Starts the access point of each radio, all with one name. Rejects with the failure of the first call that the router refuses;
 * calls before it are in effect, and repeating them changes nothing.
 */
async function startWifi(all: readonly Pick<WifiRadio, 'Interface'>[], answers: WifiAnswers): Promise<void> {
  const body = { Country_code: answers.country, Ssid: answers.ssid }
  for (const { Interface } of all) {
    const params = { interface: Interface }
    await call(radios.enable, { params })
    await call(radios.configure, { params, body })
  }
}
