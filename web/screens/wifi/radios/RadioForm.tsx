import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { Band, Width } from '../../../../router/model/wifi/radios/channel.ts'
import { radios } from '../../../../router/model/wifi/radios/contract.ts'
import type { RadioChannel, WifiRadio } from '../../../../router/model/wifi/radiostate/state.ts'
import { DraftSection } from '../../../parts/forms/DraftForm.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { useDraft } from '../../../parts/forms/useDraft.ts'
import { radioTexts } from '../../../texts/wifi/radios.ts'
import { bandText } from '../radiostate/radio.ts'
import { CountryField } from './CountryField.tsx'
import { bandsOf, channelsFor, widthsOf } from './channels.ts'
import { AUTOMATIC, choiceWords, fittedTo, type RadioFields, savedRadioFields, ssidFault } from './fields.ts'
import styles from './RadioScreen.module.css'
import { saveRadio, useRadioChange } from './saveRadio.ts'

const texts = radioTexts.radio
const FIELDS = ['Country_code', 'Ssid', 'Channel', 'Bandwidth', 'AllowDfs'] as const

/** The settings of a radio. The country comes first: it decides which channels there are. */
export function RadioForm({ radio }: { radio: WifiRadio }) {
  const draft = useDraft(savedRadioFields(radio))
  const { fields } = draft
  const save = useRadioChange((wanted: RadioFields) => saveRadio(radio, wanted), draft.settle)
  const complaint = complaintOf(save.error, FIELDS)
  const type = (part: Partial<RadioFields>) => draft.type(fittedTo(radio.Channels, { ...fields, ...part }))
  const isNewCountry = fields.country !== radio.Country
  const nameFault = ssidFault(fields.ssid)
  const isFixed = isNewCountry || radio.Channels.length === 0
  const channels = channelsFor(radio.Channels, fields.band, fields.width)
  return (
    <DraftSection
      changes={radios.configure}
      title={texts.settings}
      hint={texts.settingsHint}
      draft={draft}
      save={save}
      onSubmit={() => !nameFault && save.mutate(fields)}
      error={complaint.rest ? save.error : null}
      {...(isNewCountry && { submitHint: texts.countryFirst })}
    >
      <CountryField
        value={fields.country}
        onChange={(country) => draft.type({ country })}
        error={complaint.fields.Country_code}
      />
      <TextInput
        label={texts.ssid}
        description={texts.ssidHint}
        value={fields.ssid}
        onChange={({ currentTarget }) => draft.type({ ssid: currentTarget.value })}
        error={nameFault ?? complaint.fields.Ssid}
        autoComplete="off"
        spellCheck={false}
      />
      <div className={styles.place}>
        <NativeSelect
          label={texts.band}
          disabled={isFixed}
          value={fields.band}
          onChange={({ currentTarget }) => type({ band: currentTarget.value as Band })}
          data={withSaved(bandsOf(radio.Channels), fields.band).map((value) => ({ value, label: bandText(value) }))}
        />
        <NativeSelect
          label={texts.width}
          disabled={isFixed}
          value={String(fields.width)}
          onChange={({ currentTarget }) => type({ width: Number(currentTarget.value) as Width })}
          data={withSaved(widthsOf(radio.Channels, fields.band), fields.width).map((width) => ({
            value: String(width),
            label: texts.widthOf(width),
          }))}
          error={complaint.fields.Bandwidth}
        />
        <NativeSelect
          label={texts.channel}
          disabled={isFixed}
          value={String(fields.channel)}
          onChange={({ currentTarget }) => type({ channel: Number(currentTarget.value) })}
          data={[
            { value: String(AUTOMATIC), label: texts.automatic },
            ...(fields.channel === AUTOMATIC || channels.some(({ Channel }) => Channel === fields.channel)
              ? []
              : [{ value: String(fields.channel), label: String(fields.channel) }]),
            ...channels.map(channelOption),
          ]}
          error={complaint.fields.Channel}
        />
      </div>
      {fields.channel === AUTOMATIC && (
        <>
          <p className="quiet">{radio.Choice && radio.Automatic ? choiceWords(radio.Choice) : texts.automaticHint}</p>
          <Switch
            label={texts.dfs}
            description={texts.dfsHint}
            disabled={isFixed}
            checked={fields.allowDfs}
            onChange={({ currentTarget }) => type({ allowDfs: currentTarget.checked })}
            error={complaint.fields.AllowDfs}
          />
        </>
      )}
    </DraftSection>
  )
}

const channelOption = ({ Channel, Dfs }: RadioChannel) => ({
  value: String(Channel),
  label:
    Dfs === 'unavailable' ? texts.radarFound(Channel) : Dfs === 'usable' ? texts.withRadar(Channel) : String(Channel),
  disabled: Dfs === 'unavailable',
})

/** What is set is shown also where it is not offered, such as while a radio is missing. */
const withSaved = <T,>(offered: readonly T[], saved: T): readonly T[] =>
  offered.includes(saved) ? offered : [saved, ...offered]
