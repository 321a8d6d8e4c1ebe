/** The caller of an AWS API: the role of one function, or the operator, who may call everything. */
export interface Identity {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
  /** The logical name of the function, or `operator`. */
  readonly name: string
  readonly policies: readonly PolicyStatement[]
}

/** One statement of a role's policy, with every CloudFormation intrinsic resolved to text. */
export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: string | readonly string[]
  readonly Resource: string | readonly string[]
  readonly Condition?: unknown
}
