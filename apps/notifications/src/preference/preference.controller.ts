import { Body, Controller, Get, Patch } from '@nestjs/common';
import { Can, CurrentStaff } from '@engawa/auth';
import { notificationPreferences } from '@engawa/contracts';
import { Answer, Operation } from '@engawa/service-kit';
import { UpdateNotificationPreferencesDto } from './preference.dto';
import { PreferenceService } from './preference.service';

@Controller('notifications/preferences')
export class PreferenceController {
  constructor(private readonly preferences: PreferenceService) {}

  @Get()
  @Can('notification.read')
  @Operation('getNotificationPreferences', {
    summary: 'Get notification preferences',
    description: 'Returns which kinds of notification the caller gets in the app and by mail.',
  })
  @Answer(200, notificationPreferences)
  getNotificationPreferences(@CurrentStaff() staff: CurrentStaff) {
    return this.preferences.get(staff);
  }

  @Patch()
  @Can('notification.read')
  @Operation('updateNotificationPreferences', {
    summary: 'Update notification preferences',
    description:
      'Changes how the caller gets the given kinds of notification. Other kinds, and what is left out of a kind, stay as they are.',
  })
  @Answer(200, notificationPreferences)
  updateNotificationPreferences(
    @CurrentStaff() staff: CurrentStaff,
    @Body() input: UpdateNotificationPreferencesDto,
  ) {
    return this.preferences.update(staff, input);
  }
}
