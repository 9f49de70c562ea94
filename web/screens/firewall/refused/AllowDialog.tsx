import { Button, Skeleton } from '@mantine/core'
import styles from '../../../parts/dialogs/Dialog.module.css'
import { Dialog } from '../../../parts/dialogs/Dialog.tsx'
import { SaveError } from '../../../parts/forms/SaveNote.tsx'
import { refusedTexts } from '../../../texts/firewall/refused.ts'
import { useSetRule } from '../../dns/blocklists/rules/useSetRule.ts'
import { PreviewLines } from '../preview/PreviewLines.tsx'
import { useRulePreview } from '../preview/usePreview.ts'
import { ruleForConnection } from './permission.ts'
import { type Refusal, type RefusedDestination, whatOf } from './refused.ts'
import { useAllow } from './useAllow.ts'
import { Why } from './Why.tsx'

const texts = refusedTexts.dialog
const HOUR_S = 3600

/** A refusal that is about to be allowed. */
export interface AllowRequest {
  readonly refusal: Refusal
  readonly isHour: boolean
}

/** Says which permission would be made, and makes it. `request` of undefined closes the dialog. */
export function AllowDialog({ request, onClose }: { request: AllowRequest | undefined; onClose: () => void }) {
  return (
    <Dialog opened={request !== undefined} onClose={onClose} title={texts.title(request?.isHour ?? false)}>
      {request &&
        (request.refusal.to ? (
          <Connection key={request.refusal.key} {...request} to={request.refusal.to} onClose={onClose} />
        ) : (
          <Domain {...request} onClose={onClose} />
        ))}
    </Dialog>
  )
}

interface QuestionProps extends AllowRequest {
  onClose: () => void
}

/** A rule with conditions for one device, destination and port. */
function Connection({ refusal, isHour, to, onClose }: QuestionProps & { to: RefusedDestination }) {
  const { device, name } = refusal
  const rule = ruleForConnection(refusal, to, isHour)
  const preview = useRulePreview(rule, undefined, true)
  const allow = useAllow(device.name, name, onClose)
  const isIdle = preview.data !== undefined && preview.data.Opens.length === 0
  const place = to.domain === '' ? (name === to.ip ? to.ip : `${name} (${to.ip})`) : texts.domain(to.domain, to.ip)
  return (
    <>
      <p>{texts.rule(device.name, whatOf(to), place, isHour ? texts.hour : '')}</p>
      {preview.data ? (
        isIdle ? (
          <>
            <p>{texts.idle}</p>
            <Why refusal={refusal} />
          </>
        ) : (
          <PreviewLines preview={preview.data} idle={undefined} />
        )
      ) : (
        !preview.error && <Skeleton mt="md" height={40} aria-busy="true" />
      )}
      <p>{texts.first}</p>
      <SaveError error={allow.error ?? preview.error} />
      <Buttons
        isHour={isHour}
        isDisabled={preview.data === undefined || isIdle}
        isPending={allow.isPending}
        onAllow={() => allow.mutate(rule)}
        onClose={onClose}
      />
    </>
  )
}

/** An override of the DNS filter for one device and domain. */
function Domain({ refusal: { device, name }, isHour, onClose }: QuestionProps) {
  const setRule = useSetRule()
  const allow = () => {
    const client = device.device.RecentIP
    setRule({ type: 'permit', name, client, ...(isHour && { seconds: HOUR_S }) }, device.name)
    onClose()
  }
  return (
    <>
      <p>{texts.name(device.name, name, isHour ? texts.hour : '')}</p>
      <Buttons isHour={isHour} isDisabled={false} isPending={false} onAllow={allow} onClose={onClose} />
    </>
  )
}

interface ButtonsProps {
  isHour: boolean
  isDisabled: boolean
  isPending: boolean
  onAllow: () => void
  onClose: () => void
}

const Buttons = ({ isHour, isDisabled, isPending, onAllow, onClose }: ButtonsProps) => (
  <div className={styles.answers}>
    <Button variant="default" disabled={isPending} onClick={onClose} autoFocus>
      {texts.cancel}
    </Button>
    <Button disabled={isDisabled} loading={isPending} onClick={onAllow}>
      {isHour ? refusedTexts.hour : refusedTexts.allow}
    </Button>
  </div>
)
