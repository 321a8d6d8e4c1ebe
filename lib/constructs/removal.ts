import { RemovalPolicy } from 'aws-cdk-lib'
import type { Stage } from '../stages.ts'

/**
 * Policy for resources that hold data or evidence. A protected stage keeps them, unless their creation was rolled back:
 * a retained name would block the next attempt.
 */
export const removalPolicyOf = ({ protectsData }: Stage): RemovalPolicy =>
  protectsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY

/**
 * Policy for resources with deletion protection. CloudFormation cannot delete them in a rollback. They have no fixed
 * name, so a retained one does not block another deployment.
 */
export const protectedRemovalPolicyOf = ({ protectsData }: Stage): RemovalPolicy =>
  protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
