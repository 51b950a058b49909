import {
  createReactionInput,
  id,
  orderReactionsInput,
  toggleReactionInput,
  updateReactionInput,
} from '@engawa/contracts';
import { createDto } from '@engawa/service-kit';
import { z } from 'zod';

export class CreateReactionDto extends createDto(createReactionInput) {}
export class UpdateReactionDto extends createDto(updateReactionInput) {}
export class OrderReactionsDto extends createDto(orderReactionsInput) {}
export class ToggleReactionDto extends createDto(toggleReactionInput) {}
export class ReactionPathDto extends createDto(z.strictObject({ reactionId: id })) {}
