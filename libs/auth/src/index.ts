export { AuthModule } from './auth.module';
export { authConfig, readPublicKeys, type PublicKeys } from './auth.config';
export { newAuditEvent } from './audit-event';
export { BeforeOnboarding, Can, Public, SignedIn } from './access.decorator';
export {
  bearerTokenOf,
  challenge,
  isSigningKey,
  signAccessToken,
  verifyAccessToken,
} from './access-token';
export {
  CurrentStaff,
  claimsCan,
  claimsOf,
  currentStaffOf,
  type CurrentStaffClaims,
} from './current-staff';
export { generateTokenKeys } from './token-keys';
export { TokenVerifier } from './token-verifier';
export { FILE_COOKIE } from './file-cookie';
