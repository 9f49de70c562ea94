import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Classification } from '../../../../../router/model/home/kinds/contract.ts'
import { classification } from '../../../../../router/model/home/kinds/contract.ts'
import { CATEGORIES } from '../../../../../router/model/home/kinds/fingerprint.ts'
import { changesOf } from '../../../../client/changes.ts'
import { call } from '../../../../client/client.ts'
import { query } from '../../../../client/query.ts'
import { SaveError, SaveNote } from '../../../../parts/forms/SaveNote.tsx'
import { ButtonLink } from '../../../../parts/layout/ButtonLink.tsx'
import { Failed } from '../../../../parts/layout/Face.tsx'
import { Fact, FactList } from '../../../../parts/layout/FactList.tsx'
import { Permitted } from '../../../../parts/layout/Permitted.tsx'
import { Section } from '../../../../parts/layout/Section.tsx'
import { TranslatedMessage } from '../../../../parts/values/TranslatedMessage.tsx'
import { deviceTexts } from '../../../../texts/home/devices/device.ts'
import { kindTexts as words } from '../../../../texts/home/devices/kind.ts'
import { kindRuleTexts } from '../../../../texts/home/kinds.ts'
import { useActs } from '../../../messages/events/useActs.tsx'
import { isNew, type ShownDevice } from '../entry.ts'
import { kindName } from '../kindName.ts'
import { useLinkName } from '../useLinkName.ts'
import styles from './DeviceClassification.module.css'
import { ReceivedSignals } from './ReceivedSignals.tsx'

/** What the device is likely to be, with the reasons. A new device is let in or shut out here. */
export function DeviceClassification({ entry }: { entry: ShownDevice }) {
  const params = { mac: entry.device.MAC }
  const { data: kind, error, refetch } = useQuery(query(classification.read, { params }))
  const { data: signals } = useQuery(query(classification.signals, { params }))
  const correction = useCorrection(params.mac)
  const first = entry.device.DHCPFirstInterface
  const nameOfLink = useLinkName(first)
  const fresh = isNew(entry.device) && entry.status !== 'disabled'
  if (error) return <Failed title={words.failed} error={error} onRetry={() => void refetch()} />
  return (
    <Section
      changes={classification.correct}
      title={fresh ? words.newTitle : words.title}
      hint={fresh ? words.newHint : words.hint}
      note={<SaveNote status={correction.status} />}
    >
      {kind ? (
        <>
          <FactList>
            <Fact name={words.kind}>{kindWords(kind)}</Fact>
            {fresh && first !== '' && <Fact name={deviceTexts.firstLink}>{nameOfLink(first)}</Fact>}
            {kind.Vendor !== '' && <Fact name={words.vendor}>{kind.Vendor}</Fact>}
            {kind.Model !== '' && <Fact name={words.model}>{kind.Model}</Fact>}
            {signals && signals.Hostname !== '' && <Fact name={words.hostname}>{signals.Hostname}</Fact>}
            {signals && signals.Services.length > 0 && (
              <Fact name={words.announces}>{signals.Services.slice(0, 8).join(', ')}</Fact>
            )}
          </FactList>
          {kind.Evidence.length > 0 && (
            <>
              <h3 className={styles.head}>{words.reasons}</h3>
              <ul className={styles.reasons}>
                {kind.Evidence.map((reason, index) => (
                  <li key={reason}>
                    <TranslatedMessage of={reason} coded={kind.Coded[index]} />
                  </li>
                ))}
              </ul>
            </>
          )}
          {signals && <ReceivedSignals signals={signals} />}
          {fresh && <Decision entry={entry} />}
          <NativeSelect
            mt="md"
            label={words.choice}
            value={kind.UserCorrection ? kind.Category : ''}
            onChange={({ currentTarget }) => correction.mutate(currentTarget.value)}
            disabled={correction.isPending}
            data={[{ value: '', label: words.automatic }, ...choices(kind)]}
          />
          <SaveError error={correction.error} />
          <div className={styles.rules}>
            <Permitted to={classification.setCustom}>
              <ButtonLink to="/admin/devices/kinds/rule" search={{ device: params.mac }} variant="default">
                {kindRuleTexts.addFor}
              </ButtonLink>
            </Permitted>
            <ButtonLink to="/admin/devices/kinds" variant="default">
              {kindRuleTexts.title}
            </ButtonLink>
          </div>
        </>
      ) : (
        <Skeleton height={160} aria-busy="true" />
      )}
    </Section>
  )
}

function Decision({ entry }: { entry: ShownDevice }) {
  const { act, dialog } = useActs()
  return (
    <div className={styles.decision}>
      <Button onClick={() => act({ kind: 'letIn', known: entry })}>{words.letIn}</Button>
      <Button variant="default" onClick={() => act({ kind: 'shutOut', known: entry })}>
        {words.shutOut}
      </Button>
      {dialog}
    </div>
  )
}

const kindWords = ({ Category, Confidence, UserCorrection }: Classification): string =>
  Category === ''
    ? words.unknown
    : words.likely(kindName(Category), UserCorrection ? words.set : words.sure[Confidence])

/** The known kinds, and one that another client has set. */
const choices = ({ Category, UserCorrection }: Classification) =>
  [...new Set([...CATEGORIES, ...(UserCorrection ? [Category] : [])])].map((value) => ({
    value,
    label: kindName(value),
  }))

const useChange = changesOf(classification.read, classification.list)

/** Sets the kind of a device; the empty text removes the correction. */
const useCorrection = (mac: string) =>
  useChange((Category: string) =>
    Category === ''
      ? call(classification.uncorrect, { params: { mac } })
      : call(classification.correct, { params: { mac }, body: { Category } }),
  )
