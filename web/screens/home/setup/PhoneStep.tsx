import { Button, TextInput } from '@mantine/core'
import { IconAntennaOff, IconCircleCheck, IconHourglass } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { SETUP_NAME } from '../../../../router/model/dns/names/domain.ts'
import { PENDING } from '../../../../router/model/home/devices/device.ts'
import { subnet } from '../../../../router/model/home/dhcp/contract.ts'
import { lanIp, tinyNets } from '../../../../router/model/home/dhcp/subnet.ts'
import { setup } from '../../../../router/model/home/setup/contract.ts'
import type { WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { call } from '../../../client/client.ts'
import { query } from '../../../client/query.ts'
import { Form } from '../../../parts/forms/Form.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { SubmitButton } from '../../../parts/forms/SubmitButton.tsx'
import { addTexts } from '../../../texts/home/devices/add.ts'
import { setupTexts } from '../../../texts/home/setup.ts'
import { homeNetwork, isOnAir, isTrouble } from '../../wifi/radiostate/radio.ts'
import { radioFaultWords } from '../../wifi/radiostate/radioFaultWords.ts'
import { JoinCode } from '../devices/add/JoinCode.tsx'
import { Letters } from '../devices/add/Letters.tsx'
import { type Made, useArrivals, useNewDevice } from '../devices/add/useNewDevice.ts'
import { nameFault } from '../devices/nameFault.ts'
import { USUAL } from '../devices/policies.ts'
import { progress } from './progress.ts'
import styles from './Setup.module.css'
import { StepPage } from './StepPage.tsx'
import { useSetupRadios } from './useHardware.ts'

const texts = setupTexts.phone

/**
 * The last page: a passphrase for the first device by wifi, which is the owner’s phone where the router has a radio. With it the
 * first run ends, whether or not one was made.
 */
export function PhoneStep() {
  const [made, setMade] = useState<Made>()
  const navigate = useNavigate()
  const { data: radios = [] } = useSetupRadios()
  const network = homeNetwork(radios)
  const [title, hint] = network ? [texts.ownerTitle, texts.ownerHint] : [texts.title, texts.hint]
  const isPhone = isSetupPhone()
  // Where the router is reached from its own network.
  const nets = useQuery({ ...query(subnet.read), enabled: isPhone })
  const finish = useMutation({
    mutationFn: () => call(setup.finish),
    onSuccess: () => {
      progress.forget()
      return isPhone ? undefined : navigate({ to: '/admin' })
    },
  })
  if (isPhone && finish.isSuccess && made && network)
    return (
      <StepPage
        step="phone"
        title={texts.doneTitle}
        hint={texts.doneHint(network.Ssid, `http://${nets.data ? lanIp(tinyNets(nets.data)) : ''}`)}
      >
        <Letters passphrase={made.passphrase} label={addTexts.passphrase} />
      </StepPage>
    )
  const end = (
    <div className={styles.answers}>
      <SaveError error={finish.error} />
      <Button
        size="md"
        fullWidth
        variant={made ? 'filled' : 'subtle'}
        loading={finish.isPending}
        onClick={() => finish.mutate()}
      >
        {made ? texts.finish : texts.finishLater}
      </Button>
    </div>
  )
  return (
    <StepPage step="phone" title={title} hint={hint}>
      <div className={styles.form}>
        {network && !isOnAir(network) && <NotOnAir network={network} />}
        {made ? <Handing made={made} network={isPhone ? network?.Ssid : undefined} /> : <Naming onMade={setMade} />}
        {/* A phone without a passphrase could not come back. */}
        {(made || !isPhone) && end}
      </div>
    </StepPage>
  )
}

/** Why the network cannot be joined yet. */
function NotOnAir({ network }: { network: WifiRadio }) {
  const { Ssid } = network
  const fault = radioFaultWords(network)
  const isFailed = isTrouble(network)
  const Icon = isFailed ? IconAntennaOff : IconHourglass
  return (
    <div className={styles.status} role="status">
      <Icon size={28} stroke={1.5} aria-hidden />
      <div>
        <strong>{isFailed ? texts.failed(Ssid) : texts.starting(Ssid)}</strong>
        <p>{fault ? `${fault}.` : texts.startingHint}</p>
      </div>
    </div>
  )
}

function Naming({ onMade }: { onMade: (made: Made) => void }) {
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const fault = nameFault(name)
  const add = useNewDevice(onMade)
  const submit = () => {
    setTried(true)
    if (!fault) add.mutate({ identity: PENDING, name: name.trim(), type: 'sae', policies: USUAL, groups: [] })
  }
  return (
    <Form className={styles.form} noValidate onSubmit={submit}>
      <TextInput
        label={addTexts.name}
        placeholder={addTexts.namePlaceholder}
        value={name}
        maxLength={64}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={tried && fault}
      />
      <SubmitButton size="md" fullWidth save={add}>
        {addTexts.submit}
      </SubmitButton>
    </Form>
  )
}

/**
 * The passphrase, in letters and as a code, and whether a device has used it. `network` is the network that this phone itself
 * has to join, which cannot scan a code on its own screen.
 */
function Handing({ made, network }: { made: Made; network: string | undefined }) {
  const isHere = useArrivals([made])[0]?.state === 'joined'
  const Icon = isHere ? IconCircleCheck : IconHourglass
  return (
    <>
      <div className={styles.status} data-good={isHere || undefined} role="status">
        <Icon size={28} stroke={1.5} aria-hidden />
        <div>
          <strong>{isHere ? addTexts.joined(made.name) : addTexts.waiting(made.name)}</strong>
          <p>{isHere ? addTexts.joinedHint : addTexts.once}</p>
        </div>
      </div>
      <Letters passphrase={made.passphrase} label={addTexts.passphrase} />
      {!isHere && network !== undefined && <p>{texts.hereHint(network)}</p>}
      {!isHere && network === undefined && (
        <>
          <p>{texts.scanHint}</p>
          <JoinCode passphrase={made.passphrase} />
        </>
      )}
    </>
  )
}

/** Whether this is a phone in the wifi network for the setup: it has no other connection to the router. */
const isSetupPhone = (): boolean => window.location.hostname === SETUP_NAME
