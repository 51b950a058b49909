import {
  checkPasswordLinkInput,
  sendPasswordResetInput,
  submitPasswordLinkInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';

export class SendPasswordResetDto extends createDto(sendPasswordResetInput) {}
export class CheckPasswordLinkDto extends createDto(checkPasswordLinkInput) {}
export class SubmitPasswordLinkDto extends createDto(submitPasswordLinkInput) {}
