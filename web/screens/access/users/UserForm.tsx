import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ROLES, type Role } from '../../../../router/model/access/credentials/role.ts'
import type { ListedUser } from '../../../../router/model/access/users/contract.ts'
import forms from '../../../parts/forms/Form.module.css'
import { Form } from '../../../parts/forms/Form.tsx'
import { FormEnd } from '../../../parts/forms/FormEnd.tsx'
import { complaintOf } from '../../../parts/forms/fieldErrors.ts'
import { usersTexts as words } from '../../../texts/access/users.ts'
import { useKnownGroups } from '../../home/groups/useGroups.ts'
import { NewUserGroup } from './NewUserGroup.tsx'
import styles from './Users.module.css'
import type { useUsers } from './useUsers.ts'

interface UserFormProps {
  /** Undefined for a new user. */
  user: ListedUser | undefined
  save: ReturnType<typeof useUsers>['save']
  onDone: () => void
}

/** The fields of a new or present user. */
export function UserForm({ user, save, onDone }: UserFormProps) {
  const [name, setName] = useState(user?.Name ?? '')
  const [role, setRole] = useState<Role>(user?.Role ?? 'parent')
  const [chosen, setChosen] = useState<readonly string[]>(user?.Groups ?? [])
  const [password, setPassword] = useState('')
  const [isWithoutCodes, setWithoutCodes] = useState(false)
  const groups = useKnownGroups()
  const submit = () =>
    save.mutate(
      {
        name: name.trim().toLowerCase(),
        Role: role,
        Groups: role === 'parent' ? [...chosen] : [],
        ...(password !== '' && { Password: password }),
        ...(isWithoutCodes && { RemoveCodes: true }),
      },
      { onSuccess: onDone },
    )
  const { fields, rest } = complaintOf(save.error, ['name', 'Groups', 'Password'])
  return (
    <Form onSubmit={submit} className={forms.form}>
      {!user && (
        <TextInput
          label={words.name}
          description={words.nameHint}
          value={name}
          maxLength={32}
          required
          withAsterisk={false}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fields.name}
        />
      )}
      <NativeSelect
        label={words.role}
        description={words.roleHints[role]}
        value={role}
        onChange={({ currentTarget }) => setRole(ROLES.find((one) => one === currentTarget.value) ?? role)}
        data={ROLES.map((value) => ({ value, label: words.roles[value] }))}
      />
      {role === 'parent' && (
        <Checkbox.Group label={words.groups} value={[...chosen]} onChange={setChosen} error={fields.Groups}>
          <div className={styles.list}>
            {groups.map(({ Name }) => (
              <Checkbox key={Name} value={Name} label={Name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      {role === 'parent' && (
        <NewUserGroup
          key={String(groups.length === 0)}
          isOpen={groups.length === 0}
          taken={groups.map(({ Name }) => Name)}
          onMade={(group) => setChosen((before) => [...before, group])}
        />
      )}
      <PasswordInput
        label={user ? words.newPassword : words.password}
        description={user ? words.newPasswordHint : words.passwordHint}
        value={password}
        required={!user}
        withAsterisk={false}
        autoComplete="new-password"
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        error={fields.Password}
      />
      {user && (user.OneTimeCodes || user.Passkeys > 0) && (
        <Checkbox
          label={words.removeCodes}
          description={words.removeCodesHint}
          checked={isWithoutCodes}
          onChange={({ currentTarget }) => setWithoutCodes(currentTarget.checked)}
        />
      )}
      <FormEnd save={save} rest={rest} submit={words.save} cancel={words.cancel} onCancel={onDone} />
    </Form>
  )
}
